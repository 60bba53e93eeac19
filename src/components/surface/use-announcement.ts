'use client'

import { type RefObject, useContext, useRef, useState } from 'react'
import { type ConsentFlow, type ConsentState, kindOf } from '../../core/consent-flow.ts'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { useStore } from '../../react/store/use-store.ts'
import { TermsAnnouncement } from '../terms/terms-announcement.ts'
import { useCause } from './use-cause.ts'

/** Options of {@link useAnnouncement}. */
export interface UseAnnouncementOptions {
  /** An element of the surface. A surface behind an open dialog is silent. */
  readonly surface: RefObject<Element | null>
  readonly status: ConsentState
  /** Title of the outcome of a decision. */
  readonly outcome: string
  /** What the surface announces otherwise. */
  readonly announcement: string
}

/** The flow of the last decision that was announced. Several surfaces of a page learn of it, and one of them announces it. */
let announced: ConsentFlow | undefined

/** Returns the text of a live region. A decision that was made in another tab is announced once on the page, and moves no focus. */
export function useAnnouncement({ surface, status, outcome, announcement }: UseAnnouncementOptions): string {
  const store = useStore()
  const cause = useCause()
  const last = useRef(status)
  const [news, setNews] = useState<string>()
  const [note] = useContext(TermsAnnouncement) ?? []
  useIsomorphicLayoutEffect(() => {
    const before = last.current
    last.current = status
    // The title changed since. The text must not stay readable next to it.
    if (before === status) return setNews((text) => text && (text === outcome ? text : ''))
    if (before === 'checking') return
    const { flow } = store.getView()
    if (cause !== 'elsewhere' || !isDecision(status)) return setNews(undefined)
    const isSpoken = announced !== flow && isReachable(surface.current)
    if (isSpoken) announced = flow
    setNews(isSpoken ? outcome : '')
  }, [store, surface, status, cause, outcome])
  return (news ?? announcement) || note || ''
}

function isDecision(status: ConsentState): boolean {
  const kind = kindOf(status)
  return status === 'withdrawing' || (kind !== 'asking' && kind !== 'passing')
}

function isReachable(element: Element | null): boolean {
  const root = element?.getRootNode() as Document | ShadowRoot | undefined
  const modal = root?.querySelector('dialog.licet-screen[open]')
  return !modal || modal.contains(element)
}
