'use client'

import { createContext, type RefObject } from 'react'

/** The element in which a screen shows that the terms are translated: above its choice. Without one, the terms show it below their text. */
export const TranslationPlace = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
