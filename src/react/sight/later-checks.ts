import { createLater } from '../../client/later.ts'
import { whenIdle } from '../store/text-hash.ts'

/** The functions of the checks. */
export type PressChecks = typeof import('./press-checks.ts')

/** The checks of a press of Accept: whether the person sees what they sign. A press that comes before their code waits for it. */
export const laterChecks = createLater(
  'checks of the choice',
  () => import('./press-checks.ts'),
  (module) => module,
)

/** Resolves when the page is idle after it has shown a question. */
let whenShown: Promise<void> | undefined

/** Loads the checks when the page is idle, and then calls back. After a failure, a press loads them again. */
export function loadChecksSoon(onLoaded = () => {}): void {
  whenShown ??= whenIdle()
  void whenShown.then(() => laterChecks.load()).then(onLoaded, () => {})
}
