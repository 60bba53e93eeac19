'use client'

import { type ForwardedRef, forwardRef, type MouseEvent, type ReactElement, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { noProvider, StoreContext } from '../../react/context.ts'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { SettingsDialog } from '../settings/settings-dialog.tsx'

/** Props of {@link ConsentLink}. */
export interface ConsentLinkProps extends PartProps<'a'> {
  /** Address of the page with `ConsentSettings`. Without it the settings open in a dialog. */
  readonly href?: string | undefined
  /** Handed to the settings in the dialog. */
  readonly onDelete?: (() => void | Promise<void>) | undefined
}

/**
 * The way back to the decision, for a footer: on every page, so that withdrawing is never further away than agreeing was.
 *
 * @example
 * <footer><ConsentLink /></footer>
 */
export const ConsentLink = forwardRef(function ConsentLink(
  props: ConsentLinkProps,
  ref: ForwardedRef<HTMLAnchorElement>,
): ReactElement {
  const { href: address, onDelete, ...rest } = props
  const store = useContext(StoreContext)
  const t = useText()
  const [root, children, renderRoot, element] = usePart('link', rest, ref)
  // Open beside the paragraph that the link stands in, or where it stands: a dialog is no part of a sentence, and HTML allows none in one.
  const [place, setPlace] = useState<Element | null>()
  // An element of the host's may be a link already: it leads where it did.
  const href = address ?? element?.props.href
  // The settings in the dialog need it; a link to another page does not.
  if (store === undefined && href === undefined) noProvider()
  const open = ({ currentTarget }: MouseEvent) => setPlace(currentTarget.closest('p')?.parentElement ?? null)
  const own = href === undefined ? { type: 'button', 'aria-haspopup': 'dialog', onClick: open } : { href }
  const all = { ...mergeProps(root, own), children: children ?? t.text('link.settings') }
  const dialog = <SettingsDialog onClose={() => setPlace(undefined)} onDelete={onDelete} />
  return (
    <>
      {renderRoot(href === undefined ? 'button' : 'a', all, undefined)}
      {place ? createPortal(dialog, place) : place === null && dialog}
    </>
  )
})
