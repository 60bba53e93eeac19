'use client'

import { type ForwardedRef, forwardRef, type MouseEvent, type ReactElement, useContext, useRef, useState } from 'react'
import { noProvider, StoreContext } from '../../react/context.ts'
import { mergeRefs, type PartProps, renderPart } from '../kit/part.ts'
import { useRoot } from '../kit/root.ts'
import { useText } from '../kit/text.ts'
import { SettingsDialog } from './settings-dialog.tsx'

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
  const { href, onDelete, render, asChild, children, onClick, ...attributes } = props
  const store = useContext(StoreContext)
  // The settings in the dialog need it; a link to another page does not.
  if (store === undefined && href === undefined) noProvider()
  const t = useText()
  const root = useRoot('link', attributes)
  const opener = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const trigger = renderPart(
    href === undefined ? 'button' : 'a',
    {
      ...root,
      ...(href === undefined ? { type: 'button', 'aria-haspopup': 'dialog' } : { href }),
      onClick: (event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event)
        if (href === undefined && !event.defaultPrevented) setOpen(true)
      },
      children: asChild === true ? undefined : (children ?? t.text('link.settings')),
      ref: mergeRefs<HTMLElement>(ref as never, opener) as never,
    } as never,
    { render, asChild, child: children },
    undefined,
  )
  return (
    <>
      {trigger}
      {open && <SettingsDialog onClose={() => setOpen(false)} onDelete={onDelete} />}
    </>
  )
})
