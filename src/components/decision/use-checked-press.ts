'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { laterChecks, loadChecksSoon, type PressChecks } from '../../react/sight/later-checks.ts'
import type { AcceptOptions } from '../../react/types.ts'

/** Options of {@link useCheckedPress}. */
export interface CheckedPressOptions {
  readonly element: RefObject<HTMLElement | null>
  /** Accept is on the page. */
  readonly acceptable: boolean
  readonly onAccept: (measured: Pick<AcceptOptions, 'altered'>) => void
}

/** Result of {@link useCheckedPress}. */
export interface CheckedPress {
  /** A press waits for the code of the checks; `failed` when it did not load, and nothing was signed. */
  readonly waiting: 'loading' | 'failed' | undefined
  /** Checks the choice, and calls `onAccept`: now, or when the code of the checks has loaded. */
  readonly press: () => void
  /** Drops the press that waits. */
  readonly stop: () => void
}

/** Checks at a press of Accept what the person sees of the choice. */
export function useCheckedPress({ element, acceptable, onAccept }: CheckedPressOptions): CheckedPress {
  const [waiting, setWaiting] = useState<CheckedPress['waiting']>()
  const isWaiting = useRef(false)
  const newest = useRef({ acceptable, onAccept })
  useIsomorphicLayoutEffect(() => {
    newest.current = { acceptable, onAccept }
  })
  useEffect(() => loadChecksSoon(), [])
  const stop = () => {
    isWaiting.current = false
    setWaiting(undefined)
  }
  const finish = (checks: PressChecks) => {
    stop()
    // The part, or what it asks for, may be gone by now.
    if (element.current !== null && newest.current.acceptable)
      newest.current.onAccept({ altered: checks.findAlteredChoice(element.current) })
  }
  const press = () => {
    if (laterChecks.loaded !== undefined) return finish(laterChecks.loaded)
    isWaiting.current = true
    // A failure stays on screen until the code has loaded.
    setWaiting((now) => now ?? 'loading')
    laterChecks.load().then(
      (checks) => isWaiting.current && finish(checks),
      () => setWaiting((now) => now && 'failed'),
    )
  }
  return { waiting, press, stop }
}
