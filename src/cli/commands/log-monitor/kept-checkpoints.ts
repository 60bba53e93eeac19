import { parseSignedCheckpoint } from '../../../log/checkpoint.ts'
import type { MonitorState } from './monitor-state.ts'

/**
 * Returns the earlier checkpoints to keep, newest first, when a log of `size` entries replaces the newest one of a state.
 *
 * An epoch that a restore shortened is compared with the newest one that is not longer. So they lie close together near the end of the log, and
 * further apart before it: the way back from the end at most doubles from one to the next, as far as checkpoints were seen between them. This
 * keeps about two checkpoints for each doubling of the log.
 */
export function keepCheckpoint(
  { checkpoint, earlier }: Pick<MonitorState, 'checkpoint' | 'earlier'>,
  size: number,
): readonly string[] {
  const kept: string[] = []
  const all = [checkpoint, ...earlier].map((note) => ({ note, back: size - parseSignedCheckpoint(note).size }))
  let last = 0
  for (const [at, { note, back }] of all.entries()) {
    const next = all[at + 1]
    if (next !== undefined && next.back <= 2 * last) continue
    kept.push(note)
    last = back
  }
  return kept
}
