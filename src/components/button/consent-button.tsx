'use client'

import { type ForwardedRef, forwardRef, type MouseEvent, type ReactElement, useRef, useState } from 'react'
import { useHintedState } from '../../react/hint/use-hinted-state.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import { DecisionBoundary } from '../../react/store/decision-boundary.tsx'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import { useStore } from '../../react/store/use-store.ts'
import { findOpeners } from '../kit/find-openers.ts'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { withBoundary } from '../kit/surface-boundary.tsx'
import { useApart } from '../kit/use-apart.tsx'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { showRequest } from '../request/show-request.ts'
import { RequestDialog } from '../screen/request-dialog.tsx'
import { SettingsDialog, useSettings } from '../settings/settings-dialog.tsx'
import { type DialogProps, type OpenChangeDetails, useDialogOpen } from '../surface/use-dialog-open.ts'
import type { ButtonDataAttributes, ButtonState } from './button-data-attributes.ts'

/** Props of {@link ConsentButton}. */
export interface ConsentButtonProps extends PartProps<'button', ButtonState>, DialogProps, DecisionHandlers {
  /** `onDelete` of the settings in the dialog. */
  readonly onDelete?: (() => void | Promise<void>) | undefined
}

/**
 * A button that opens the request in a dialog, or the settings when a license is in force.
 *
 * When a `ConsentScreen` on the page shows the request, the button moves the focus there instead.
 *
 * @example
 * <ConsentButton>Share my receipts</ConsentButton>
 */
export const ConsentButton = withBoundary(
  forwardRef(function ConsentButton(props: ConsentButtonProps, ref: ForwardedRef<HTMLButtonElement>): ReactElement {
    const { onDelete, open, defaultOpen, onOpenChange, onAccept, onDecline, onWithdraw, onDismiss, ...rest } = props
    const store = useStore()
    // `undefined` until the license of the device is known.
    const isLicensed = useLicense((license) => (license.isPending ? undefined : license.isLicensed))
    const hinted = useHintedState()
    // Without a hint, the label must not look like a question before the license is known.
    const offersSettings = isLicensed ?? (hinted === undefined || hinted === 'already-licensed')
    const t = useText()
    const [root, children, renderRoot] = usePart('button', rest, ref, useOwnPlace())
    const [isOpen, setOpen] = useDialogOpen({ open, defaultOpen, onOpenChange })
    // An open dialog stays the same one when the license changes.
    const [showsSettings, setShowsSettings] = useState<boolean>()
    if ((!isOpen || showsSettings === undefined) && showsSettings !== isLicensed) setShowsSettings(isLicensed)
    const attributes: ButtonDataAttributes = { 'data-state': isOpen ? 'open' : 'closed' }
    const openers = useRef<readonly HTMLElement[]>([])
    useSettings(false, isLicensed)
    const show = () => {
      begin()
      setOpen(true, 'button')
    }
    const opener = {
      type: 'button',
      'aria-haspopup': 'dialog',
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
        openers.current = findOpeners(currentTarget)
        if (isLicensed === false) showRequest(store, show)
        else show()
      },
    }
    const change = (next: boolean, reason: OpenChangeDetails['reason']) => {
      setOpen(next, reason)
      if (!next) end()
    }
    const [begin, end] = useApart({
      render: (isShown) => (
        <DecisionBoundary onAccept={onAccept} onDecline={onDecline} onWithdraw={onWithdraw} onDismiss={onDismiss}>
          {showsSettings && (
            <SettingsDialog open={isShown} onClose={(reason) => change(false, reason)} onDelete={onDelete} openers={openers} />
          )}
          {showsSettings === false && (
            <RequestDialog open={isShown} onOpenChange={(next, { reason }) => change(next, reason)} openers={openers} />
          )}
        </DecisionBoundary>
      ),
      isOpen,
      isControlled: open !== undefined,
    })
    return renderRoot(
      'button',
      {
        ...mergeProps(root, opener),
        ...attributes,
        children: children ?? t.text(offersSettings ? 'link.settings' : 'gate.ask'),
      },
      attributes['data-state'],
    )
  }),
)
