'use client'

import { type RefObject, useEffect, useRef } from 'react'

/** Returns the last click on the page, even while it is handled: a surface that a click opens can read where the pointer is. */
export function useLastClick(): RefObject<MouseEvent | undefined> {
  const last = useRef<MouseEvent | undefined>(undefined)
  useEffect(() => {
    const record = (event: MouseEvent) => {
      last.current = event
    }
    document.addEventListener('click', record, true)
    return () => document.removeEventListener('click', record, true)
  }, [])
  return last
}
