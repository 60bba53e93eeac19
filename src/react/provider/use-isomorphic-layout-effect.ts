'use client'

import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect` in a browser, `useEffect` on a server, where React 18 warns about layout effects. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
