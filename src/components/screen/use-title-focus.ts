'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { isFocusFree, mayTakeFocus } from '../kit/may-take-focus.ts'
import { useLostFocus } from '../kit/use-lost-focus.ts'
import { useCause } from '../surface/use-cause.ts'
import { toScreenView } from './screen-data-attributes.ts'

/** Options of {@link useTitleFocus}. */
export interface UseTitleFocusOptions {
  readonly surface: RefObject<HTMLElement | null>
  readonly title: RefObject<HTMLElement | null>
  readonly status: ConsentState
  readonly heading: string
  readonly announcement: string
}

/**
 * Moves the focus to the title after an act in this screen, because the button that had the focus is gone. Keyboard and screen reader users keep
 * their place. The focus stays where it is when the person has moved on, for example to a text field. After a decision in another tab, it moves
 * only if the element that had it is gone.
 *
 * @returns The text for the live region. It is empty when the focus announces the title already.
 */
export function useTitleFocus({ surface, title, status, heading, announcement }: UseTitleFocusOptions): string {
  const view = toScreenView(status)
  const isOwn = useCause() === 'here'
  const lastStatus = useRef(status)
  const isFocusLost = useLostFocus(surface)
  // The last state for which the focus did not move to the title after an act, and the last one for which it moved without an act.
  const [unfocused, setUnfocused] = useState<ConsentState>()
  const [moved, setMoved] = useState<ConsentState>()
  useEffect(() => {
    const before = lastStatus.current
    lastStatus.current = status
    if (before === status) return
    if (!isOwn) {
      if (!isFocusLost()) return
      title.current?.focus({ preventScroll: true })
      return setMoved(status)
    }
    const isSameView = toScreenView(before) === view
    const moves = isSameView ? isFocusFree(surface.current) : mayTakeFocus(surface.current)
    // A title that has the focus already is not announced again. Safari does not move the focus to a pressed button.
    if (!moves || title.current?.matches(':focus')) setUnfocused(status)
    if (moves) title.current?.focus({ preventScroll: isSameView })
  }, [surface, title, isOwn, status, view, isFocusLost])

  // The state in which the current view began: there, the focus moved to the title.
  const [entry, setEntry] = useState({ view, status })
  if (entry.view !== view) setEntry({ view, status })
  const hasFocus = isOwn ? unfocused !== status : moved === status
  const isAnnouncedByFocus = hasFocus && entry.status === status && announcement === heading
  return isAnnouncedByFocus ? '' : announcement
}
