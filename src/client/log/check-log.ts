// The entry of the chunk that checks the public log. It loads with the daily check of the license, and when a receipt is saved.
import { fromBase64Url } from '../../core/base64.ts'
import type { License } from '../../core/license.ts'
import { SECOND_MS } from '../../core/time-units.ts'
import { parseSignedCheckpoint } from '../../log/checkpoint.ts'
import { areConsistent } from '../../log/compare-checkpoints.ts'
import { compareEpochs } from '../../log/compare-epochs.ts'
import { malformed } from '../../log/invalid-proof.ts'
import { parseLogKeys, vkeysOf } from '../../log/log-keys.ts'
import { parseVkey } from '../../log/note-key.ts'
import { createTileReader } from '../../log/tile-source.ts'
import { parseTlogProof } from '../../log/tlog-proof.ts'
import { verifyCheckpoint } from '../../log/verify-checkpoint.ts'
import { verifyLogged } from '../../log/verify-logged.ts'
import type { LicenseApi } from '../engine/license-api.ts'
import type { EngineHost } from '../engine/signing-engine.ts'
import type { StoredLog } from '../record/stored-device.ts'
import type { LogFork } from '../types.ts'
import { createLogSource } from './log-source.ts'
import { webLogCrypto } from './web-log-crypto.ts'

/** An entry is in the log at most this many seconds after its receipt. Asked earlier, the service refuses, and the browser prints an error. */
const LOGGED_WITHIN_SECONDS = 10

/**
 * Checks the public log of the service, and stores what it proves: the proof that it contains the stored license, and the newest checkpoint,
 * which has to continue the one that was stored before.
 *
 * Changes nothing about the license, whatever the log contains.
 *
 * @throws {LicetError} `invalid_proof` for a log that is malformed, or whose signature is wrong; the errors of the requests. Then nothing is
 *   stored, except how far an ended epoch was compared. A log that contradicts itself is no error: the evidence is stored.
 */
export async function checkLog({ store, config }: EngineHost, api: LicenseApi, signal: AbortSignal): Promise<void> {
  const { subtle } = config.environment
  const { license, log } = store.device
  if (subtle === undefined || license === undefined) return
  const crypto = webLogCrypto(subtle)
  const source = createLogSource(api, signal)
  const published = parseLogKeys(await source.keys())
  const keys = vkeysOf(published)
  // A new service signs its first checkpoint after some seconds. Asked for it before, it refuses, and the browser prints an error.
  if (published.keys.length === 0 && log?.checkpoint === undefined) return
  // A time stamp follows within an hour after the entry. It is verified by code that loads when a person opens or saves the receipt.
  const { proof, logged } = log?.proof ?? {}
  const hasStamp = proof?.includes('\nextra ') || logged?.origin !== published.origin || (published.timestamp ?? 0) <= logged.index
  const isProven = hasStamp && [license.receipt, newestReceipt(license)].includes(log?.proof?.receipt ?? '')
  const fetched = isProven ? undefined : await fetchProof(license).catch(() => undefined)
  // The proof of a license from before a restore has a checkpoint of an earlier log.
  const received = fetched?.origin === published.origin ? fetched.checkpoint : await source.checkpoint()
  const noteKeys = await Promise.all(keys.map((vkey) => parseVkey(vkey, crypto.sha256)))
  const parsed = await verifyCheckpoint(received, noteKeys, crypto)
  // It was verified, now or when it was stored.
  const known = log?.checkpoint ?? fetched?.checkpoint ?? received
  const before = parseSignedCheckpoint(known)
  const proven: StoredLog = { ...log, ...(fetched !== undefined && { proof: fetched.proof }) }
  const fork = await findFork()
  const isNewest = before.origin !== parsed.origin || before.size <= parsed.size
  await storeLog({
    ...proven,
    ...(fork === undefined && isNewest && { checkpoint: received }),
    ...(fork !== undefined && { fork: log?.fork ?? fork }),
  })

  async function storeLog(changed: StoredLog): Promise<void> {
    await store.update((stored) => (stored.key === undefined ? stored : { ...stored, log: changed }))
  }

  /** Fetches and verifies the proof of a license. `undefined` or a rejection while the log does not contain it yet. */
  async function fetchProof(license: License) {
    const receipt = newestReceipt(license)
    const issued = issuedAt(receipt)
    const age = config.environment.now() / SECOND_MS - issued
    if (age >= 0 && age < LOGGED_WITHIN_SECONDS) return undefined
    const text = await api.fetchProof(license.id, signal)
    if (text === undefined) return undefined
    const logged = await verifyLogged(receipt, issued, { proof: text, keys }, crypto)
    return { proof: { receipt, proof: text, keys, logged }, origin: logged.origin, checkpoint: parseTlogProof(text).checkpoint }
  }

  async function findFork(): Promise<LogFork | undefined> {
    const { origin } = parsed
    if (before.origin === origin) {
      const readTile = createTileReader(
        (tile) => source.tile(origin, tile),
        () => malformed('set of tiles'),
      )
      return (await areConsistent(before, parsed, readTile, crypto.sha256)) ? undefined : { known, received }
    }
    // After a restore, the log has another name. The restore may have lost what is newer than the proof.
    const notes = [known, ...(proof === undefined ? [] : [parseTlogProof(proof).checkpoint])]
    let reached: string | undefined
    const onCompared = (note: string) => {
      reached = note
    }
    const epochs = { known: notes, received, former: published.former, keys: noteKeys, load: source.tile, onCompared }
    try {
      return (await compareEpochs(epochs, crypto)).fork
    } catch (error) {
      // Two large epochs need more than a check may load. The next check continues where this one ended.
      const checkpoint = reached
      if (checkpoint !== undefined) await storeLog({ ...proven, checkpoint })
      throw error
    }
  }
}

/** Returns the receipt that the service proves: the receipt of the end, if the license was ended without its device. */
function newestReceipt({ receipt, revocation }: License): string {
  return revocation?.receipt ?? receipt
}

/** Returns the `iat` of a receipt whose signature was checked before. */
function issuedAt(receipt: string): number {
  const { iat }: { iat: number } = JSON.parse(new TextDecoder().decode(fromBase64Url(receipt.split('.')[1] ?? '')))
  return iat
}
