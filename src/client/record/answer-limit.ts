import type { Schedule } from '../environment.ts'
import { withTimeLimit } from '../wait.ts'
import { SLOW_AFTER_MS } from './device-record.ts'

/** Limits how long tasks wait for a storage that does not answer, to {@link SLOW_AFTER_MS}. */
export class AnswerLimit {
  readonly #schedule: Schedule
  readonly #onAnswer: () => void
  #isHanging = false

  /** Calls `onAnswer` when a storage that was too late has answered after all. */
  constructor(schedule: Schedule, onAnswer: () => void) {
    this.#schedule = schedule
    this.#onAnswer = onAnswer
  }

  /** The storage has not answered a task within the limit, and may still do. */
  get isHanging(): boolean {
    return this.#isHanging
  }

  /** Returns the result of a task. Rejects after the limit, and immediately while an earlier task still waits. The late task continues. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#isHanging) throw new Error('the storage does not answer')
    const running = task()
    const answered = running.then((result) => ({ result }))
    const answer = await withTimeLimit(answered, this.#schedule, SLOW_AFTER_MS)
    if (answer !== undefined) return answer.result
    this.#isHanging = true
    const end = () => {
      this.#isHanging = false
      this.#onAnswer()
    }
    running.then(end, end)
    throw new Error('the storage does not answer')
  }
}
