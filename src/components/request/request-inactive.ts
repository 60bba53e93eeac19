'use client'

import { createContext } from 'react'

/**
 * Whether the question is shown before the license of the device is known: in HTML from a server, and until the page has read its storage. Its
 * controls are disabled until then, because no script handles them.
 */
export const RequestInactive = createContext(false)
