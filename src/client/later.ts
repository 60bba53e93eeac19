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
  let loading: Promise<T> | undefined
  let loaded: T | undefined
  let isClosed = false
  const start = async () => {
    const module = await load().catch((cause: unknown) => {
      throw codeUnavailableError(what, cause)
    })
    if (isClosed) throw closedError()
    loaded = create(module)
    return loaded
  }
  const loadOnce = () => {
    loading ??= start().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    get loaded() {
      return loaded
    },
    get loading() {
      return loading
    },
    get isClosed() {
      return isClosed
    },
    load: loadOnce,
    run: (call) => (loaded === undefined ? loadOnce().then(call) : call(loaded)),
    close: () => {
      isClosed = true
    },
  }
}
