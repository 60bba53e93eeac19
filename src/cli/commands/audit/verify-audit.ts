import type { JSONWebKeySet } from 'jose'
import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import { utf8 } from '../../../core/signature.ts'
import { parseJsonBytes } from '../../../core/strict-json.ts'
import { DAY_MS } from '../../../core/time-units.ts'
import { toTimestamp } from '../../../core/timestamp.ts'
import type { AuditHead } from '../../../service/audit/audit-head.ts'
import type { AuditLine, EventLine, HeadLine } from './audit-line.ts'
import { type AuditFault, type ChainEnd, findChainFault } from './find-chain-fault.ts'
import { findKeptFault, hashOfHead, type KeptHead } from './kept-head.ts'
import { verifyHeads } from './verify-heads.ts'

/** The result of the verification of an audit log. */
export interface AuditReport {
  /**
   * - `proven`: nothing is wrong, the first head has the number 1, a key of the given key set proves every head, and each chain has its
   *   events or a signed event that confirms their removal.
   * - `consistent`: nothing is wrong from the first head to the last one, and something is missing for a proof.
   * - `refuted`: something was changed.
   */
  readonly result: 'proven' | 'refuted' | 'consistent'
  readonly events: number
  /** Chains with a head. */
  readonly closed: number
  /** Number of the first head. 1 unless chains before it are missing. Absent without a head. */
  readonly first?: number
  /** Number of the last head. */
  readonly last?: number
  /** When the last head was signed. */
  readonly lastSigned?: string
  /** SHA-256 of the last head, in base64url. */
  readonly lastHash?: string
  /** Chains without a head. Nothing proves their events, and the last ones can be removed without a trace. */
  readonly open: number
  /** Chains whose events the retention removed. */
  readonly removed: number
  /** The removed chains whose removal no signed event confirms. */
  readonly unconfirmed: number
  /** Chains whose events `--from` and `--to` left out. */
  readonly omitted: number
  /** Chains that another process closed. Their last events can be missing. */
  readonly abandoned: number
  /** Numbers of the heads whose signer is unknown. */
  readonly unproven: readonly number[]
  /** The first fault of each chain, and every fault of the heads. */
  readonly faults: readonly AuditFault[]
}

/**
 * Verifies an audit log: the hashes of each chain, its head, and that no head is missing between two others.
 *
 * Without `kept`, the last head of an earlier verification, nothing shows that the newest chains were deleted with their heads.
 */
export async function verifyAudit(
  lines: AsyncIterable<AuditLine>,
  keys: JSONWebKeySet | undefined,
  kept?: KeptHead,
): Promise<AuditReport> {
  const chains = new Map<string, EventLine[]>()
  const heads: HeadLine[] = []
  const ends = new Map<string, ChainEnd>()
  for await (const line of lines) {
    if (line.type === 'head') heads.push(line)
    else if (line.type === 'open') ends.set(line.chain, line)
    else {
      const events = chains.get(line.chain) ?? []
      events.push(line)
      chains.set(line.chain, events)
    }
  }
  const { claims, faults, unproven } = await verifyHeads(heads, keys)
  for (const [chain, head] of claims) ends.set(chain, head)
  const removals = checkRemovals(heads, chains, claims)
  const known = new Set(heads.filter(({ events }) => events !== 'exported').map(({ chain }) => chain))
  const names = [...new Set([...chains.keys(), ...ends.keys()])].filter((chain) => !known.has(chain))
  const ofChains = names.flatMap((chain) => findChainFault(chain, chains.get(chain) ?? [], ends.get(chain)) ?? [])
  const ofKept = (kept && findKeptFault(heads, kept)) ?? []
  const all = [...ofChains, ...removals.faults, ...faults].concat(ofKept)
  const countOf = (events: HeadLine['events']) => heads.filter((line) => line.events === events).length
  const numbers = heads.map(({ number }) => number).sort((a, b) => a - b)
  const [first, last] = [numbers.at(0), numbers.at(-1)]
  const newest = heads.find(({ number }) => number === last)
  const lastClaims = claims.get(newest?.chain ?? '')
  const isComplete = first === 1 && unproven.length === 0 && countOf('omitted') === 0 && removals.unconfirmed === 0
  return {
    result: all.length > 0 ? 'refuted' : isComplete ? 'proven' : 'consistent',
    events: [...chains.values()].reduce((sum, events) => sum + events.length, 0),
    closed: heads.length,
    ...(first !== undefined && last !== undefined && { first, last }),
    ...(newest !== undefined &&
      lastClaims !== undefined && { lastSigned: toTimestamp(lastClaims.iat * 1000), lastHash: hashOfHead(newest.head) }),
    open: names.filter((chain) => !claims.has(chain)).length,
    removed: countOf('removed'),
    unconfirmed: removals.unconfirmed,
    omitted: countOf('omitted'),
    abandoned: [...claims.values()].filter(({ closedBy }) => closedBy === 'another process').length,
    unproven,
    faults: all,
  }
}

/** A removal that an event confirms. */
interface Removal {
  readonly chain: string
  /** Number of events of the chain. */
  readonly length: unknown
  /** Every head up to this number was removed. */
  readonly through: number
  /** The retention removes chains of earlier days than this one. */
  readonly beforeDay: string
}

/**
 * Checks chains without events: the retention removed them only if an event confirms it, and the signed day of the chain is old enough. The
 * members `events` and `removed` of a line are not signed, so they prove nothing.
 */
function checkRemovals(
  heads: readonly HeadLine[],
  chains: ReadonlyMap<string, readonly EventLine[]>,
  claims: ReadonlyMap<string, AuditHead>,
): { readonly faults: readonly AuditFault[]; readonly unconfirmed: number } {
  const entries = [...chains]
  const signed = readRemovals(entries.filter(([chain]) => claims.has(chain)))
  const unsigned = readRemovals(entries.filter(([chain]) => !claims.has(chain)))
  const isMissing = heads.some(({ events }) => events === 'omitted')
  const faults: AuditFault[] = []
  let unconfirmed = 0
  for (const { chain, number, events } of heads) {
    if (events === 'exported') continue
    const head = claims.get(chain)
    const isIn = (removals: readonly Removal[]) =>
      head !== undefined &&
      removals.some(
        (removal) =>
          (number <= removal.through || (removal.chain === chain && removal.length === head.length)) &&
          head.day < removal.beforeDay,
      )
    if (chains.has(chain))
      faults.push({ kind: 'inserted', chain, sequence: 1, message: 'The chain was removed or left out, and has events.' })
    else if (events === 'omitted' || isIn(signed)) continue
    // The event that confirms it can be in a chain that is open, or whose events are not in the file.
    else if (isMissing || isIn(unsigned)) unconfirmed++
    else
      faults.push({
        ...{ kind: 'missing', chain, sequence: 1 },
        message: 'The events were removed, and no event confirms that the retention did it.',
      })
  }
  return { faults, unconfirmed }
}

/** Reads what the retention removed, from the events that it wrote. */
function readRemovals(chains: readonly (readonly [string, readonly EventLine[]])[]): Removal[] {
  return chains.flatMap(([, lines]) => lines).flatMap(({ text }) => readRemoval(text) ?? [])
}

function readRemoval(text: string): Removal | undefined {
  // Most events are about something else, and a long log has many.
  if (!text.includes('audit_chain.removed')) return undefined
  const event = readObject(text)
  if (event?.action !== 'audit_chain.removed' || typeof event.target !== 'string' || !isJsonObject(event.details)) return undefined
  const { events, through, retentionDays } = event.details
  const lastMs = Date.parse(String(event.time)) - Number(retentionDays) * DAY_MS
  if (Number.isNaN(lastMs)) return undefined
  return {
    chain: event.target,
    length: events,
    through: typeof through === 'number' ? through : 0,
    beforeDay: toTimestamp(lastMs).slice(0, 10),
  }
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value = parseJsonBytes(utf8(text))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
