'use client'

import { createContext } from 'react'

/**
 * The note about the terms that the live region of a surface announces, such as that they are translated, with its setter; `undefined` outside
 * of every surface.
 */
export const TermsAnnouncement = createContext<readonly [string, (announcement: string) => void] | undefined>(undefined)
