'use client'

import type { AnswerMark } from '../../client/record/answer-mark.ts'
import { useIsHydrated } from '../provider/use-is-hydrated.ts'
import { useStore } from '../store/use-store.ts'
import type { HintedState } from './consent-hint.ts'
import { useHintedState } from './use-hinted-state.ts'

/** What a surface shows for a mark. For any other answer it waits for the record. */
const MARKED: ReadonlyMap<AnswerMark, HintedState> = new Map([
  ['licensed', 'already-licensed'],
  ['declined', 'declined'],
  ['withdrawn', 'withdrawn'],
])

/** Returns what a surface shows until the record is read: the answer in the mark of this browser, otherwise the hint of the provider. */
export function useFirstState(): HintedState | undefined {
  const { mark } = useStore().question
  const hinted = useHintedState()
  // A server knows only the hint.
  return useIsHydrated() && mark !== undefined && mark !== 'none' ? MARKED.get(mark) : hinted
}
