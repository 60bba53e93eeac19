import type { ParsedConfig } from '../config.ts'
import type { SigningEngine } from '../engine/signing-engine.ts'
import type { Later } from '../later.ts'
import { untilAborted } from '../until-aborted.ts'
import { whenPageIsIdle } from '../wait.ts'

/** Loads the signing engine when the page is idle, so that it is ready to sign within a frame. */
export type PrepareEngine = () => Promise<SigningEngine>

/** Creates a {@link PrepareEngine}, which runs once. After a failure, the next call runs it again. `signal` aborts when the client closes. */
export function createEnginePreparation(
  engine: Later<SigningEngine>,
  { environment, terms }: ParsedConfig,
  signal: AbortSignal,
): PrepareEngine {
  let preparing: Promise<SigningEngine> | undefined
  const prepare = async () => {
    let cancel = () => {}
    const idle = new Promise<void>((resolve) => (cancel = whenPageIsIdle(environment.schedule, resolve)))
    await untilAborted(idle, signal).finally(cancel)
    const loaded = await engine.load()
    loaded.signer.warmUp(terms)
    return loaded
  }
  return () => {
    preparing ??= prepare().catch((error: unknown) => {
      preparing = undefined
      throw error
    })
    return preparing
  }
}
