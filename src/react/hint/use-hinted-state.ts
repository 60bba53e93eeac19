'use client'

import { useMemo } from 'react'
import { useInternalSettings } from '../provider/context.ts'
import { type HintedState, toHintedState } from './consent-hint.ts'

/** Returns what the prop `hint` of the provider means for the visitor; `undefined` when it does not say. */
export function useHintedState(): HintedState | undefined {
  const { hint } = useInternalSettings()
  return useMemo(() => hint && toHintedState(hint), [hint])
}
