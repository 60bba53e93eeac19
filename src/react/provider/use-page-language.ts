'use client'

import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { InternalSettings } from './context.ts'
import { useLanguage } from './use-language.ts'

/**
 * Returns settings with the language of the page, `<html lang>`, for a part outside of every provider. On a server, and until the words have
 * loaded once, the language is English.
 */
export function usePageLanguage(): InternalSettings {
  const locale = useSyncExternalStore(subscribe, readLanguage, () => 'en')
  const { messages, unavailableTerms } = useLanguage({ locale, isPlain: true })
  const lastClick = useRef<MouseEvent>(undefined)
  return useMemo(
    () => ({
      locale,
      messages,
      unavailableTerms,
      lastClick,
      appearance: {},
      nonce: undefined,
      loadingTerms: undefined,
      isUnchecked: false,
      queryClient: undefined,
      styleScope: undefined,
      hint: undefined,
      setApart() {},
    }),
    [locale, messages, unavailableTerms],
  )
}

function readLanguage(): string {
  return document.documentElement.lang || 'en'
}

/** Calls back when an app changes the language of its page. */
function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['lang'] })
  return () => observer.disconnect()
}
