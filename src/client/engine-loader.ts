import type { EngineHost, SigningEngine } from './engine/signing-engine.ts'
import { codeUnavailableError } from './first-errors.ts'
import { untilAborted } from './until-aborted.ts'
import { whenPageIsIdle } from './wait.ts'

/** Loads the signing engine of a client, once. After a failure, the next call loads it again. */
export interface EngineLoader {
  /** Returns the engine, and loads it now if necessary. */
  load(): Promise<SigningEngine>
  /** Returns the engine when the page is idle, ready to sign within a frame. */
  prepare(): Promise<SigningEngine>
}

/** Creates an {@link EngineLoader}. `signal` aborts when the client closes. */
export function createEngineLoader(host: EngineHost, signal: AbortSignal): EngineLoader {
  let loading: Promise<SigningEngine> | undefined
  let preparing: Promise<SigningEngine> | undefined
  const load = () => {
    loading ??= import('./engine/signing-engine.ts').then(
      (module) => module.createSigningEngine(host, signal),
      (cause: unknown) => {
        loading = undefined
        throw codeUnavailableError('signing engine', cause)
      },
    )
    return loading
  }
  const loadWhenIdle = async () => {
    const { environment, terms } = host.config
    let cancel = () => {}
    const idle = new Promise<void>((resolve) => (cancel = whenPageIsIdle(environment.schedule, resolve)))
    await untilAborted(idle, signal).finally(cancel)
    const engine = await load()
    engine.signer.warmUp(terms)
    return engine
  }
  return {
    load,
    prepare: () => {
      preparing ??= loadWhenIdle().catch((error: unknown) => {
        preparing = undefined
        throw error
      })
      return preparing
    },
  }
}
