'use client'

import { type ReactElement, useId } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useWithdraw } from '../../react/hooks/use-withdraw.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { WithdrawalError } from '../status/withdrawal-message.tsx'

/** Props of {@link WithdrawButton}. */
export interface WithdrawButtonProps {
  /** Called when the person presses the button, before the flow changes. */
  readonly onAct?: (() => void) | undefined
  /** Default: it contains the name of the company. */
  readonly label?: string | undefined
}

/** The button to withdraw, with what it does in one line. */
export function WithdrawButton({ onAct, label }: WithdrawButtonProps): ReactElement {
  const company = useConsent((consent) => consent.agreement.company.name)
  const { withdraw, license } = useWithdraw()
  const part = useInnerParts()
  const t = useText()
  const hint = useId()
  return (
    <div {...part('settings-stop')}>
      <button
        type="button"
        {...part('withdraw')}
        aria-describedby={hint}
        onClick={() => {
          onAct?.()
          void withdraw()
        }}
      >
        {label ?? t.text('settings.withdraw', { company })}
      </button>
      <p id={hint} className="licet-muted">
        {t.text(license?.vouched ? 'settings.withdraw.hint.all' : 'settings.withdraw.hint')}
      </p>
    </div>
  )
}

/** The button to withdraw in the settings, below the error of an earlier attempt. */
export function WithdrawSection(): ReactElement {
  return (
    <>
      <WithdrawalError />
      <WithdrawButton />
    </>
  )
}
