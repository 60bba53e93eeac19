'use client'

import { type ChangeEvent, type FocusEvent, type ReactElement, type ReactNode, type Ref, useState } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useIsHydrated } from '../../react/use-is-hydrated.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'

/** Props of {@link CheckboxLine}. */
export interface CheckboxLineProps {
  readonly id: string
  /** Whether to render the box. Without it, a field that is always invalid stops the browser from sending the form. */
  readonly hasBox: boolean
  readonly boxRef: Ref<HTMLInputElement>
  readonly name: string
  readonly hash: string | undefined
  readonly required: boolean
  /** Id of the message about a failure; `undefined` without one. */
  readonly errorId: string | undefined
  readonly onChange: ((event: ChangeEvent<HTMLInputElement>) => void) | undefined
  readonly onBlur: ((event: FocusEvent<HTMLInputElement>) => void) | undefined
  readonly children: ReactNode
}

/** The checkbox with its label. */
export function CheckboxLine(props: CheckboxLineProps): ReactElement {
  const { id, hasBox, boxRef, name, hash, required, errorId, onChange, onBlur, children } = props
  const company = useConsent((consent) => consent.agreement.company.name)
  const isHydrated = useIsHydrated()
  const part = useInnerParts()
  const t = useText()
  const [isInvalid, setInvalid] = useState(false)
  // The browser's own message is only "check this box"; ours names the box and the reason.
  const showInvalid = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    setInvalid(true)
    currentTarget.setCustomValidity(currentTarget.validity.valueMissing ? t.text('checkbox.required') : '')
  }
  return (
    <div {...part('checkbox-line')}>
      {hasBox ? (
        <input
          key="box"
          ref={boxRef}
          id={id}
          type="checkbox"
          name={name}
          value={hash ?? ''}
          required={required}
          aria-describedby={errorId}
          // Explicit, because browsers report an empty required field as invalid from the start.
          aria-invalid={isInvalid}
          onInvalid={showInvalid}
          onChange={(event) => {
            setInvalid(false)
            event.currentTarget.setCustomValidity('')
            onChange?.(event)
          }}
          onBlur={onBlur}
        />
      ) : (
        <input
          id={id}
          required
          pattern="(?!)"
          maxLength={0}
          inputMode="none"
          autoComplete="off"
          aria-disabled
          disabled={isHydrated}
        />
      )}
      <label htmlFor={id}>{children ?? t.text('checkbox.label', { company, terms: t.text('checkbox.terms') })}</label>
    </div>
  )
}
