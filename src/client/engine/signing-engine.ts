// The entry of the chunk that signs and sends. Pages load it when they are idle, or when a person decides.
import type { ParsedConfig } from '../config.ts'
import { unsupportedError } from '../local-errors.ts'
import type { DeviceStore } from '../record/device-store.ts'
import { hashText } from '../sha3.ts'
import type { PageState } from '../snapshot/snapshot.ts'
import { createDocumentCheck } from './check-document.ts'
import { Delivery } from './delivery.ts'
import { LicenseApi } from './license-api.ts'
import { type MadeDecision, type SignedDecision, signOnce } from './sign-once.ts'
import { createSigner, type Signer } from './signer.ts'

// The React layer hashes the terms on screen with the code that is about to sign them.
export { hashText } from '../sha3.ts'

/** The part of the client that the signing engine uses. */
export interface EngineHost {
  readonly config: ParsedConfig
  readonly store: DeviceStore
  /** Changes the state of the page, for example `sending` or `error`. */
  publish(change: Partial<PageState>): void
  /** Runs a background task. `close()` waits for it; nothing else does. */
  background(task: Promise<unknown>): void
}

/** Signs decisions, delivers them, and makes the requests of this device. */
export interface SigningEngine {
  readonly signer: Signer
  readonly api: LicenseApi
  readonly delivery: Delivery
  /** Signs a decision and adds it to the outbox, unless that is not needed. */
  readonly sign: (decision: MadeDecision) => Promise<SignedDecision>
  /** Returns the SHA3-256 of a text, base64url. */
  readonly hash: (text: string) => string
}

/**
 * Creates the signing engine of a client.
 *
 * @param signal Aborts when the client closes.
 * @throws {LicetError} `unsupported` without WebCrypto
 */
export function createSigningEngine(host: EngineHost, signal: AbortSignal): SigningEngine {
  const { config, store } = host
  const { subtle, now } = config.environment
  if (subtle === undefined) throw unsupportedError()
  const signer = createSigner(store, subtle, now)
  const api = new LicenseApi(config, store, subtle, signal)
  const checkDocument = createDocumentCheck(config.agreement)
  let lastSigning: Promise<string | undefined> = Promise.resolve(undefined)
  return {
    signer,
    api,
    delivery: new Delivery(host, api, signal),
    sign(decision) {
      // In the order of the calls, so that a withdrawal finds the agreement that was signed just before it.
      const signing = lastSigning.then((ownHead) => {
        if (decision.kind === 'create') checkDocument()
        return signOnce(host, signer, decision, ownHead, signal)
      })
      lastSigning = signing.then(
        (signed) => (signed.status === 'queued' ? signed.entry.id : undefined),
        () => undefined,
      )
      return signing
    },
    hash: hashText,
  }
}
