'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type Ref, useContext, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { SettingsContext, StoreContext, throwNoProvider } from '../../react/context.ts'
import { DecisionBoundary } from '../../react/decision-boundary.tsx'
import type { DecisionHandlers } from '../../react/decision-handlers.ts'
import { useIsomorphicLayoutEffect } from '../../react/use-isomorphic-layout-effect.ts'
import { usePageLanguage } from '../../react/use-page-language.ts'
import { type DialogProps, useDialogOpen } from '../consent/use-dialog-open.ts'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { withBoundary } from '../kit/surface-boundary.tsx'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { SettingsDialog } from '../settings/settings-dialog.tsx'

/** Props of {@link ConsentLink}. `open`, `defaultOpen` and `onOpenChange` apply to the dialog with the settings. */
export interface ConsentLinkProps extends PartProps<'a'>, DialogProps, DecisionHandlers {
  /** Address of the page with `ConsentSettings`. Without it the settings open in a dialog. */
  readonly href?: string | undefined
  /** `onDelete` of the settings in the dialog. */
  readonly onDelete?: (() => void | Promise<void>) | undefined
}

const FooterLink = forwardRef(function ConsentLink(props: ConsentLinkProps, ref: ForwardedRef<HTMLAnchorElement>): ReactElement {
  const link = <SettingsLink {...props} linkRef={ref} />
  return useContext(SettingsContext) === undefined ? <PageLanguage>{link}</PageLanguage> : link
})

/**
 * A link to the settings, for the footer of every page, so that withdrawing takes no more steps than agreeing.
 *
 * Outside of a provider, with `href`, its text is in the language of the page, `<html lang>`.
 *
 * @throws {LicetError} `invalid_configuration` while rendering, without a provider and without `href`.
 * @example
 * <footer><ConsentLink /></footer>
 */
export const ConsentLink = withBoundary(FooterLink)

/** Gives a part outside of every provider the language of the page. */
function PageLanguage({ children }: { readonly children: ReactElement }): ReactElement {
  return <SettingsContext.Provider value={usePageLanguage()}>{children}</SettingsContext.Provider>
}

function SettingsLink({ linkRef: ref, ...props }: ConsentLinkProps & { readonly linkRef: Ref<HTMLAnchorElement> }): ReactElement {
  const { href: address, onDelete, open, defaultOpen, onOpenChange, onAccept, onDecline, onWithdraw, onDismiss, ...rest } = props
  const store = useContext(StoreContext)
  const t = useText()
  const link = useRef<HTMLAnchorElement>(null)
  const [root, children, renderRoot, element] = usePart('link', rest, ref, link)
  const [isOpen, setOpen] = useDialogOpen({ open, defaultOpen, onOpenChange })
  // HTML allows no dialog in a paragraph, so the dialog is placed beside the paragraph of the link. `null`: beside the link.
  const [place, setPlace] = useState<Element | null>()
  useIsomorphicLayoutEffect(() => setPlace(isOpen ? (link.current?.closest('p')?.parentElement ?? null) : undefined), [isOpen])
  // The element of the host app may have an address. Then it stays a link.
  const href = address ?? element?.props.href
  // Only the dialog needs a provider.
  if (store === undefined && href === undefined) throwNoProvider()
  const opener = { type: 'button', 'aria-haspopup': 'dialog', onClick: () => setOpen(true, 'button') }
  const all = { ...mergeProps(root, href === undefined ? opener : { href }), children: children ?? t.text('link.settings') }
  const dialog = isOpen && href === undefined && <SettingsDialog onClose={(reason) => setOpen(false, reason)} onDelete={onDelete} />
  return (
    <>
      {renderRoot(href === undefined ? 'button' : 'a', all, undefined)}
      {/* Stays mounted when the dialog closes, so that a delivery that ends later is reported. */}
      <DecisionBoundary onAccept={onAccept} onDecline={onDecline} onWithdraw={onWithdraw} onDismiss={onDismiss}>
        {place ? createPortal(dialog, place) : place === null && dialog}
      </DecisionBoundary>
    </>
  )
}
