'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type ReactNode } from 'react'
import type { IconName } from '../../theme/icon-name.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { usePart } from '../kit/use-part.ts'
import type { MessageDataAttributes, MessageVariant } from './message-data-attributes.ts'

/** Props of {@link StatusMessage}. */
export interface StatusMessageProps extends PartProps<'div', MessageVariant> {
  /** Kind of the message, shown by its icon. Default `note`. */
  readonly variant?: MessageVariant | undefined
  /** First line of the message. */
  readonly heading?: ReactNode
  /** Buttons below the text. */
  readonly actions?: ReactNode
}

const ICONS: Readonly<Record<MessageVariant, IconName>> = { note: 'info', error: 'alert', done: 'check', waiting: 'waiting' }

/**
 * A message beside the element that it is about: an icon, a heading, the text and buttons.
 *
 * It is not a live region. Each screen has one {@link LiveRegion} for announcements.
 *
 * @example
 * <StatusMessage variant="waiting" heading="Saved on this device">It is sent when you are online.</StatusMessage>
 */
export const StatusMessage = forwardRef(function StatusMessage(
  props: StatusMessageProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactElement {
  const { variant = 'note', heading, actions, ...rest } = props
  const part = useInnerParts()
  const [root, children, renderRoot] = usePart('message', rest, ref, useOwnPlace())
  const attributes: MessageDataAttributes = { 'data-variant': variant }
  const body = (
    <>
      <Icon name={ICONS[variant]} />
      <div {...part('message-body')}>
        {heading !== undefined && <p {...part('message-title')}>{heading}</p>}
        {children !== undefined && <div {...part('message-text')}>{children}</div>}
        {actions !== undefined && <div {...part('actions')}>{actions}</div>}
      </div>
    </>
  )
  return renderRoot('div', { ...root, ...attributes, children: body }, variant)
})
