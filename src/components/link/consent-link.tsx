'use client'

import { type ForwardedRef, forwardRef, type MouseEvent, type ReactElement, type Ref, useContext, useRef } from 'react'
import { SettingsContext, StoreContext, throwNoProvider } from '../../react/provider/context.ts'
import { usePageLanguage } from '../../react/provider/use-page-language.ts'
import { DecisionBoundary } from '../../react/store/decision-boundary.tsx'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import { findOpeners } from '../kit/find-openers.ts'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { withBoundary } from '../kit/surface-boundary.tsx'
import { useApart } from '../kit/use-apart.tsx'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { SettingsDialog, type SettingsDialogProps, useSettings } from '../settings/settings-dialog.tsx'
import { type DialogProps, useDialogOpen } from '../surface/use-dialog-open.ts'

/** Props of {@link ConsentLink}. `open`, `defaultOpen` and `onOpenChange` apply to the dialog with the settings. */
export interface ConsentLinkProps extends PartProps<'a'>, DialogProps, DecisionHandlers {
  /** Address of the page with `ConsentSettings`. Without it the settings open in a dialog. */
  readonly href?: string | undefined
  /** `onDelete` of the settings in the dialog. */
  readonly onDelete?: (() => void | Promise<void>) | undefined
}

/**
 * A link to the settings, for the footer of every page, so that withdrawing takes no more steps than agreeing.
 *
 * Outside a provider, with `href`, its text is in the language of the page, `<html lang>`.
 *
 * @throws {LicetError} `invalid_configuration` while rendering, without a provider and without `href`.
 * @example
 * <footer><ConsentLink /></footer>
 */
export const ConsentLink = withBoundary(
  forwardRef(function ConsentLink(props: ConsentLinkProps, ref: ForwardedRef<HTMLAnchorElement>): ReactElement {
    const link = <SettingsLink {...props} linkRef={ref} />
    return useContext(SettingsContext) === undefined ? <PageLanguage>{link}</PageLanguage> : link
  }),
)

/** Gives a part outside of every provider the language of the page. */
function PageLanguage({ children }: { readonly children: ReactElement }): ReactElement {
  return <SettingsContext.Provider value={usePageLanguage()}>{children}</SettingsContext.Provider>
}

function SettingsLink({ linkRef: ref, ...props }: ConsentLinkProps & { readonly linkRef: Ref<HTMLAnchorElement> }): ReactElement {
  const { href: address, onDelete, open, defaultOpen, onOpenChange, onAccept, onDecline, onWithdraw, onDismiss, ...rest } = props
  const store = useContext(StoreContext)
  const t = useText()
  const [root, children, renderRoot, element] = usePart('link', rest, ref, useOwnPlace())
  const [isOpen, setOpen] = useDialogOpen({ open, defaultOpen, onOpenChange })
  const openers = useRef<readonly HTMLElement[]>([])
  // The element of the host app may have an address. Then it stays a link.
  const href = address ?? element?.props.href
  useSettings(false, href === undefined)
  // Only the dialog needs a provider.
  if (store === undefined && href === undefined) throwNoProvider()
  const opener = {
    type: 'button',
    'aria-haspopup': 'dialog',
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      openers.current = findOpeners(currentTarget)
      begin()
      setOpen(true, 'button')
    },
  }
  const all = { ...mergeProps(root, href === undefined ? opener : { href }), children: children ?? t.text('link.settings') }
  const close: SettingsDialogProps['onClose'] = (reason) => {
    setOpen(false, reason)
    end()
  }
  // Stays when the dialog closes, so that a delivery that ends later is reported.
  const [begin, end] = useApart({
    render: (isShown) => (
      <DecisionBoundary onAccept={onAccept} onDecline={onDecline} onWithdraw={onWithdraw} onDismiss={onDismiss}>
        <SettingsDialog open={isShown} onClose={close} onDelete={onDelete} openers={openers} />
      </DecisionBoundary>
    ),
    isOpen: isOpen && href === undefined,
    isControlled: open !== undefined,
  })
  return renderRoot(href === undefined ? 'button' : 'a', all, undefined)
}
