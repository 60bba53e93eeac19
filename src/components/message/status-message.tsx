'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type ReactNode } from 'react'
import { Icon, type IconName } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import type { MessageVariant } from './message-data-attributes.ts'

/** Props of {@link StatusMessage}. */
export interface StatusMessageProps extends PartProps<'div', MessageVariant> {
  readonly variant?: MessageVariant | undefined
  /** First line, said before the rest. */
  readonly heading?: ReactNode
  /** Buttons below the text. */
  readonly actions?: ReactNode
}

const ICONS: Readonly<Record<MessageVariant, IconName>> = { note: 'info', error: 'alert', done: 'done', waiting: 'waiting' }

/**
 * Says in the place where it happened what happened and what to do: an icon, a line, a sentence, the acts.
 *
 * It announces nothing by itself: a screen has one {@link LiveRegion} for that.
 */
export const StatusMessage = forwardRef(function StatusMessage(
  props: StatusMessageProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactElement {
  const { variant = 'note', heading, actions, ...rest } = props
  const [root, children, renderRoot] = usePart('message', rest, ref)
  const body = (
    <>
      <Icon name={ICONS[variant]} />
      <div data-part="message-body">
        {heading !== undefined && <p data-part="message-title">{heading}</p>}
        {children !== undefined && <div data-part="message-text">{children}</div>}
        {actions !== undefined && <div data-part="actions">{actions}</div>}
      </div>
    </>
  )
  return renderRoot('div', { ...root, 'data-variant': variant, children: body }, variant)
})
