'use client'

import { type MouseEvent as ReactMouseEvent, useEffect, useRef } from 'react'
import { useInternalSettings } from '../../react/provider/context.ts'
import { isRepeatedPress } from '../kit/is-repeated-press.ts'

/** How long after Accept appears a press at the place of an earlier click is not meant for it, in milliseconds. */
const GUARD_MS = 1000

/** How far apart two presses of a double click can be, in CSS pixels. */
const SAME_PLACE_PX = 24

/**
 * Returns a function that returns whether a press was meant for what was on screen before Accept: a later click of a double click, or a
 * press without moving the pointer after the click that opened the question. A press of a key, of assistive technology or of a test that
 * dispatches events always counts.
 *
 * @param isShown Accept is on screen.
 */
export function useStrayPress(isShown: boolean): (event: ReactMouseEvent) => boolean {
  const { lastClick } = useInternalSettings()
  const shown = useRef<{ readonly at: number; readonly after: MouseEvent | undefined }>(undefined)
  useEffect(() => {
    if (isShown) shown.current = { at: performance.now(), after: lastClick.current }
  }, [isShown, lastClick])
  return (event) => {
    if (isRepeatedPress(event)) return true
    const { detail, clientX, clientY, timeStamp, isTrusted } = event
    const { at = 0, after } = shown.current ?? {}
    // A key and a dispatched event have no place on the screen.
    if (!isTrusted || detail === 0 || after === undefined || after.detail === 0) return false
    return timeStamp - at < GUARD_MS && Math.hypot(clientX - after.clientX, clientY - after.clientY) < SAME_PLACE_PX
  }
}
