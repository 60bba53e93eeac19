'use client'

import { type RefObject, useRef, useState } from 'react'
import { warnMisuse } from '../../react/developer/warn-misuse.ts'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import type { HiddenCheck } from '../../react/sight/hidden-check.ts'
import { laterChecks, loadChecksSoon } from '../../react/sight/later-checks.ts'
import { useOptionalStore } from '../../react/store/use-store.ts'
import { type OriginalText, rememberText, translationOf } from './original-text.ts'

/** Options of {@link useOriginalText}. */
export interface UseOriginalTextOptions {
  readonly text: string
  readonly region: RefObject<HTMLElement | null>
  /** Changes when the text is rendered again; `undefined` while it is not on screen. */
  readonly rendered: unknown
}

/** Result of {@link useOriginalText}. */
export interface UseOriginalTextResult {
  /** Language of the translation on screen, a BCP 47 tag or `und`; `undefined` when the original is on screen. */
  readonly translation: string | undefined
  /** The original was restored: the browser must not translate it. */
  readonly isProtected: boolean
  /** Shows the original again. */
  readonly showOriginal: () => void
}

// The mark at the end is in the language of the interface.
const IGNORED = '[data-part="terms-end"]'

/** Notices when the text on screen is translated or changed, so that an Accept signs only a text that was shown. */
export function useOriginalText({ text, region, rendered }: UseOriginalTextOptions): UseOriginalTextResult {
  const store = useOptionalStore()
  const [translation, setTranslation] = useState<string>()
  const [isProtected, setProtected] = useState(false)
  const original = useRef<OriginalText>(undefined)
  const pageLanguage = useRef<string>(undefined)
  const showOriginal = () => {
    // Before the text is put back, so that the browser leaves it alone.
    region.current?.setAttribute('translate', 'no')
    setProtected(true)
    setTranslation(undefined)
    original.current?.restore()
  }
  useIsomorphicLayoutEffect(() => {
    const element = region.current
    if (rendered === undefined || element === null) return
    const { documentElement: page } = element.ownerDocument
    pageLanguage.current ??= page.lang
    const language = pageLanguage.current
    const remembered = rememberText(element, IGNORED)
    original.current = remembered
    const findTranslation = () =>
      remembered.isUnchanged() ? undefined : translationOf(element, language, remembered.isMostlyChanged)
    const observer = new MutationObserver(() => setTranslation(findTranslation()))
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    observer.observe(page, { attributeFilter: ['class', 'lang'] })
    let check: HiddenCheck | undefined
    let isGone = false
    const start = () => {
      if (!isGone) check ??= laterChecks.loaded?.createHiddenCheck(element)
    }
    if (laterChecks.loaded === undefined) loadChecksSoon(start)
    else start()
    const shown = {
      text,
      inspect() {
        const translated = findTranslation()
        if (translated === undefined && !remembered.isUnchanged()) {
          showOriginal()
          return undefined
        }
        start()
        const hidden = check?.find()
        if (hidden === undefined) return { translated }
        warnMisuse('terms', `${hidden.localName}.${hidden.className}`)
        return undefined
      },
    }
    store?.question.page.texts.add(shown)
    return () => {
      observer.disconnect()
      isGone = true
      check?.stop()
      store?.question.page.texts.delete(shown)
    }
  }, [store, text, region, rendered])
  return { translation, isProtected, showOriginal }
}
