import { closedError, codeUnavailableError } from './first-errors.ts'

/**
 * Code that loads later, and what is created from it.
 *
 * It loads once. After a failure, the next call loads it again. Calls wait for it, and reject if it fails to load or is closed.
 */
export interface Later<T> {
  /** What was created. A call that finds it runs in its own task, so that a decision is signed in the task of the press. */
  readonly loaded: T | undefined
  /** The load in progress or done; `undefined` before the first one, and after a failure. */
  readonly loading: Promise<T> | undefined
  readonly isClosed: boolean
  /** A call has waited for the code. Without one, nobody needs a load that is in progress. */
  readonly isAwaited: boolean
  /** @throws {LicetError} `code_unavailable`, `closed`; the error of `create` */
  load(): Promise<T>
  /** Runs a call now when the code has loaded, and otherwise as soon as it has. */
  run<R>(call: (loaded: T) => Promise<R>): Promise<R>
  /** Creates nothing from now on. */
  close(): void
}

/**
 * Creates a {@link Later}.
 *
 * @param what The name of the code in the error of a failed load.
 * @param load The `import()` of the code.
 */
export function createLater<Module, T>(what: string, load: () => Promise<Module>, create: (module: Module) => T): Later<T> {
  const start = async () => {
    const module = await load().catch((cause: unknown) => {
      throw codeUnavailableError(what, cause)
    })
    if (later.isClosed) throw closedError()
    later.loaded = create(module)
    return later.loaded
  }
  const later: { -readonly [Member in keyof Later<T>]: Later<T>[Member] } = {
    loaded: undefined,
    loading: undefined,
    isClosed: false,
    isAwaited: false,
    load() {
      later.loading ??= start().catch((error: unknown) => {
        later.loading = undefined
        throw error
      })
      return later.loading
    },
    run(call) {
      if (later.loaded !== undefined) return call(later.loaded)
      later.isAwaited = true
      return later.load().then(call)
    },
    close() {
      later.isClosed = true
    },
  }
  return later
}
