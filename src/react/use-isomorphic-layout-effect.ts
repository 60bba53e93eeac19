'use client'

import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect` where there is a layout; React 18 warns about it on a server. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
