'use client'

import type { MouseEvent, ReactElement, ReactNode } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { formatPurposes } from '../../locales/format/format-license.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import { Fold } from '../kit/fold.tsx'
import { isRepeatedPress } from '../kit/is-repeated-press.ts'
import { RowButton } from '../kit/row-button.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { DeviceReceipt } from '../receipt/device-receipt.tsx'
import { useSaveReceipt } from '../receipt/use-save-receipt.tsx'
import { MemoryNote } from '../request/memory-note.tsx'
import { MinorChange } from '../settings/minor-change.tsx'
import { WithdrawButton } from '../settings/withdraw-section.tsx'
import { ExpiringMessage } from '../status/expiring-message.tsx'
import { OutcomeSteps } from '../status/outcome-steps.tsx'
import { QueuedLicense } from '../status/queued-license.tsx'
import { WithdrawalError, WithdrawalMessage } from '../status/withdrawal-message.tsx'
import { formatDuration } from '../summary/format-summary.tsx'

/** Props of {@link ConsentOutcome}. */
export interface ConsentOutcomeProps {
  /** The state that the screen shows. */
  readonly status: ConsentState
  readonly headingLevel: 1 | 2 | 3 | 4
  /** Called when the person acts here, before the flow changes. */
  readonly onAct: () => void
  /** Called when the person presses Done. Without it there is no such button. */
  readonly onDone?: (() => void) | undefined
  readonly footer?: ReactNode
}

/** The view after a decision: its outcome, the receipt, and buttons to decide again. */
export function ConsentOutcome({ status, headingLevel, onAct, onDone, footer }: ConsentOutcomeProps): ReactElement {
  const { agreement, reopen, error, storage } = useConsent()
  const { license, isLicensed, isPending } = useLicense()
  const { download, failure } = useSaveReceipt()
  const part = useInnerParts()
  const t = useText(agreement)
  const company = agreement.company.name
  const hasChoice = agreement.purposes.some(({ necessary }) => !necessary)
  const date = t.date(license?.timestamp ?? '')
  const act = (run: () => unknown) => (event: MouseEvent) => {
    if (isRepeatedPress(event)) return
    onAct()
    void run()
  }
  const button = (label: string, run: () => unknown) => (
    <button type="button" {...part('action')} onClick={act(run)}>
      {label}
    </button>
  )
  const done = onDone && button(t.text('action.done'), onDone)
  const review = (
    <RowButton icon="chevron" onClick={act(reopen)}>
      {t.text('action.review')}
    </RowButton>
  )

  switch (status) {
    case 'queued':
      return <QueuedLicense headingLevel={(headingLevel + 1) as 2 | 3 | 4 | 5} onAct={onAct} actions={done} />
    case 'licensed':
    case 'already-licensed':
    case 'expiring':
      return (
        <div {...part('outcome-next')}>
          {status === 'expiring' ? (
            <ExpiringMessage
              actions={
                <>
                  {button(t.text('action.renew'), reopen)}
                  {done}
                </>
              }
            />
          ) : (
            <StatusMessage variant="done">
              {status === 'licensed' && license ? (
                <p>{t.text('status.licensed', { company, purposes: formatPurposes(license.uses, t) })}</p>
              ) : (
                <p>{t.text('status.already', { company, date })}</p>
              )}
              <p>{formatDuration(license?.expiry, t)}</p>
            </StatusMessage>
          )}
          <MinorChange onShow={reopen} />
          <WithdrawalError />
          {storage === 'memory' && <MemoryNote />}
          {failure}
          <div className="licet-rows">
            <RowButton icon="save" onClick={() => void download('html')}>
              {t.text('receipt.downloadHtml')}
            </RowButton>
            <Fold name="settings-receipt" title={t.text('receipt.view')}>
              <DeviceReceipt headingLevel={(headingLevel + 1) as 2 | 3 | 4 | 5} />
            </Fold>
            <Fold lazy name="outcome-manage" title={t.text('action.manage')}>
              {hasChoice && button(t.text('settings.change'), reopen)}
              <WithdrawButton onAct={onAct} />
            </Fold>
          </div>
          {status !== 'expiring' && done && <div {...part('actions')}>{done}</div>}
          {footer}
        </div>
      )
    case 'declined':
    case 'dismissed':
      return (
        <OutcomeSteps
          message={
            // A license from before may be in force.
            isPending && storage === 'slow' ? (
              <StatusMessage variant="waiting" heading={t.text('status.slow.title')}>
                <p>{t.text('status.slow.settings')}</p>
              </StatusMessage>
            ) : (
              <StatusMessage>
                <p>
                  {isLicensed
                    ? t.text('status.kept', { date })
                    : // Without storage, the next visit asks again.
                      t.text(status === 'declined' && storage !== 'memory' ? 'status.declined' : 'status.dismissed')}
                </p>
              </StatusMessage>
            )
          }
          rows={review}
          done={done}
        />
      )
    case 'withdrawing':
    case 'withdrawn':
      return <WithdrawalMessage onAct={onAct} done={done} review={review} />
    default:
      return (
        <StatusMessage variant="error" actions={done}>
          <p>{t.text('status.unsupported')}</p>
          {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
        </StatusMessage>
      )
  }
}
