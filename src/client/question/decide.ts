import { isLicetError } from '../../core/errors.ts'
import type { License } from '../../core/license.ts'
import { fromStoredFailure } from '../classify-failure.ts'
import type { Decision, SignedDecision } from '../engine/sign-once.ts'
import { clearedError, unsupportedError } from '../local-errors.ts'
import { type OutboxEntry, requestOf, type Settlement, type StoredDevice } from '../record/stored-device.ts'
import { findMatchingLicense, latestAgreement, matchesAgreement } from './agreement-request.ts'
import type { ClientCore } from './client-core.ts'
import { wordingOf } from './wording.ts'

/** Signs a decision, starts its delivery and waits for the license. If a stored license already equals the decision, returns that license. */
export async function decide(client: ClientCore, decision: Decision, signal: AbortSignal | undefined): Promise<License> {
  const signed = await sign(client, decision, signal)
  return signed.status === 'stored' ? signed.license : waitForLicense(client, signed.entry, signal)
}

/**
 * Remembers a refusal. Withdraws an agreement to the same terms that is on its way or was stored meanwhile, for example from another tab:
 * the last decision counts.
 */
export async function decline(client: ClientCore, signal: AbortSignal | undefined): Promise<void> {
  const at = client.decidedAt()
  const { store, config } = client
  const { agreement, terms, environment } = config
  const { clearCount } = store
  const { now } = environment
  // Needs no code that could be missing: declining is as easy as agreeing.
  const declined = { at, terms, wordings: [wordingOf(agreement)] }
  const remember = (stored: StoredDevice) =>
    store.clearCount !== clearCount || stored.declined?.at === at ? stored : { ...stored, declined }
  // A slow device shows the refusal before it has read the record, and must not ask again in between.
  client.whileOpening(remember)
  await client.ready(signal)
  const device = await client.wait(store.update(remember), signal)
  const latest = latestAgreement(device, now)
  if (latest !== undefined && matchesAgreement(latest.agreed, config, latest.wordings))
    await sign(client, { kind: 'revoke' }, signal)
}

/** Signs a decision and starts its delivery. */
async function sign(client: ClientCore, decision: Decision, signal: AbortSignal | undefined): Promise<SignedDecision> {
  const at = client.decidedAt()
  // An open client signs in the same task as the click: before the next frame, and before the same click can sign the person out. No
  // decision overtakes one that waits until the client is open.
  if (signal?.aborted || client.page.phase !== 'ready' || client.waitingDecisions > 0) {
    client.waitingDecisions++
    try {
      await client.ready(signal)
    } finally {
      client.waitingDecisions--
    }
  }
  const { config, store } = client
  const { environment } = config
  const isAgreement = decision.kind === 'create'
  // A withdrawal is never given up.
  const made = { ...decision, at, declined: store.device.declined, signal: isAgreement ? signal : undefined }
  if (isAgreement) {
    const find = (device: StoredDevice) => findMatchingLicense(device, config, decision.granted, environment.now())
    // Another tab may have withdrawn the license, so this reads the record again. Signing detects a stale record itself.
    const existing = find(store.device) && find(await client.wait(store.refresh(), signal))
    if (existing !== undefined) return { status: 'stored', license: existing }
  }
  if (client.page.phase === 'unsupported') throw unsupportedError()
  const { clearCount } = store
  const { head } = store.device
  const loading = client.loadEngine()
  const mine = { kind: decision.kind, since: environment.now() }
  const noted = isAgreement || client.hasEngine ? undefined : noteWithdrawal(client, { since: mine.since })
  // Started before subscribers are notified and draw.
  const signing = (noted?.then(() => loading) ?? loading).then((engine) => {
    if (store.clearCount !== clearCount) throw clearedError()
    return engine.sign({ ...made, head })
  })
  const done = isAgreement ? signing : signing.catch((error: unknown) => signLater(client, mine.since, error, signal))
  client.publish({ error: undefined, signing: mine })
  // The first request starts before subscribers are notified that signing has ended.
  client.background(done.then(() => client.deliver((delivery) => delivery.run())))
  // A withdrawal may have followed meanwhile. It is pending until it is signed too.
  const end = () => client.page.signing === mine && client.publish({ signing: undefined })
  const signed = client.wait(done.finally(end), signal)
  // An agreement that is given up is not pending.
  return isAgreement ? signed.finally(end) : signed
}

/**
 * Stores on this device that the person withdrew, when the code that signs did not load, and waits until it is signed. Withdrawing is as easy as
 * agreeing, so it needs no code that could be missing.
 */
async function signLater(
  client: ClientCore,
  since: number,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<SignedDecision> {
  const { store } = client
  if (!isLicetError(error, 'code_unavailable')) throw error
  await noteWithdrawal(client, { since, isWaiting: true })
  if (store.device.unsigned === undefined) throw error
  client.publish({ error: undefined, signing: undefined })
  return client.waitFor((): SignedDecision | undefined => {
    const { unsigned, outbox } = store.device
    const entry = outbox.at(-1)
    return unsigned === undefined && entry !== undefined ? { status: 'queued', entry } : undefined
  }, signal)
}

/** Stores that the person withdrew, if there is anything to withdraw: they may leave before the code that signs has loaded. */
async function noteWithdrawal({ store, config }: ClientCore, unsigned: StoredDevice['unsigned']): Promise<void> {
  const { now } = config.environment
  const change = (stored: StoredDevice) =>
    stored.unsigned === undefined && latestAgreement(stored, now) === undefined ? stored : { ...stored, unsigned }
  // May be lost in a power cut, so that it is stored before the page can be left.
  await store.update(change, 'relaxed')
}

async function waitForLicense(client: ClientCore, entry: OutboxEntry, signal: AbortSignal | undefined): Promise<License> {
  const { license, failure } = await client.waitFor((): Settlement | undefined => {
    const { settled, outbox } = client.store.device
    const settlement = settled.find(({ id }) => id === entry.id)
    if (settlement !== undefined) return settlement
    return outbox.some(({ id }) => id === entry.id) ? undefined : { id: entry.id }
  }, signal)
  if (license !== undefined) {
    client.publish({ keyLost: false })
    // Not awaited: some browsers ask the person first.
    client.config.environment.persist().catch(() => {})
    return { ...license, terms: requestOf(entry).terms }
  }
  throw failure === undefined ? clearedError() : fromStoredFailure(failure)
}
