import type { JSONWebKeySet } from 'jose'
import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import { utf8 } from '../../../core/signature.ts'
import { parseJsonBytes } from '../../../core/strict-json.ts'
import { parseTimestamp } from '../../../core/timestamp.ts'
import type { AuditHead } from '../../../service/audit/audit-head.ts'
import type { AuditLine, EventLine, HeadLine } from './audit-line.ts'
import { type AuditFault, type ChainEnd, findChainFault } from './find-chain-fault.ts'
import { verifyHeads } from './verify-heads.ts'

/** The result of the verification of an audit log. */
export interface AuditReport {
  /**
   * `proven`: nothing is wrong, and a key of the key set proves every head. `refuted`: something was changed. `consistent`: nothing is
   * wrong, and the signer of a head is unknown.
   */
  readonly result: 'proven' | 'refuted' | 'consistent'
  readonly events: number
  /** Chains with a head. */
  readonly closed: number
  /** Chains without a head, whose last events can be removed without a trace. */
  readonly open: number
  /** Chains whose events the retention removed. */
  readonly removed: number
  /** Chains whose events `--from` and `--to` left out. */
  readonly omitted: number
  /** Chains that another process closed. Their last events can be missing. */
  readonly abandoned: number
  /** Numbers of the heads whose signer is unknown. */
  readonly unproven: readonly number[]
  /** The first fault of each chain, and every fault of the heads. */
  readonly faults: readonly AuditFault[]
}

/** Verifies an audit log: the hashes of each chain, its head, and that no head is missing between two others. */
export async function verifyAudit(lines: AsyncIterable<AuditLine>, keys: JSONWebKeySet | undefined): Promise<AuditReport> {
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
  const ofEvents = findRemovalFaults(heads, chains, claims)
  const known = new Set(heads.filter(({ events }) => events !== 'exported').map(({ chain }) => chain))
  const names = [...new Set([...chains.keys(), ...ends.keys()])].filter((chain) => !known.has(chain))
  const ofChains = names.flatMap((chain) => findChainFault(chain, chains.get(chain) ?? [], ends.get(chain)) ?? [])
  const all = [...ofChains, ...ofEvents, ...faults]
  const countOf = (events: HeadLine['events']) => heads.filter((line) => line.events === events).length
  return {
    result: all.length > 0 ? 'refuted' : unproven.length > 0 || heads.length === 0 ? 'consistent' : 'proven',
    events: [...chains.values()].reduce((sum, events) => sum + events.length, 0),
    closed: heads.length,
    open: names.filter((chain) => !claims.has(chain)).length,
    removed: countOf('removed'),
    omitted: countOf('omitted'),
    abandoned: [...claims.values()].filter(({ closedBy }) => closedBy === 'another process').length,
    unproven,
    faults: all,
  }
}

/** Returns the faults of chains without events: the retention removed them only if an event of a later chain confirms it. */
function findRemovalFaults(
  heads: readonly HeadLine[],
  chains: ReadonlyMap<string, readonly EventLine[]>,
  claims: ReadonlyMap<string, AuditHead>,
): AuditFault[] {
  const confirmed = readRemovals(chains)
  // Older events, one of which confirmed it, can be removed too.
  const opened = [...chains.keys()].map((chain) => parseTimestamp(claims.get(chain)?.opened ?? '') ?? Number.POSITIVE_INFINITY)
  const oldest = opened.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY)
  return heads.flatMap(({ chain, events, removed }): AuditFault[] => {
    if (events === 'exported') return []
    if (chains.has(chain))
      return [{ kind: 'inserted', chain, sequence: 1, message: 'The chain was removed or left out, and has events.' }]
    if (events === 'omitted') return []
    const head = claims.get(chain)
    const at = parseTimestamp(removed ?? '') ?? Number.POSITIVE_INFINITY
    const isOld = head !== undefined && at < oldest && at >= head.iat * 1000
    if (isOld || (head !== undefined && confirmed.get(chain) === head.length)) return []
    return [
      { kind: 'missing', chain, sequence: 1, message: 'The events were removed, and no event confirms that the retention did it.' },
    ]
  })
}

/** Returns the number of events of each chain that the retention removed, from the events that it wrote. */
function readRemovals(chains: ReadonlyMap<string, readonly EventLine[]>): ReadonlyMap<string, unknown> {
  const removals = new Map<string, unknown>()
  for (const { text } of [...chains.values()].flat()) {
    // Most events are about something else, and a long log has many.
    if (!text.includes('audit_chain.removed')) continue
    const event = readObject(text)
    if (event?.action === 'audit_chain.removed' && typeof event.target === 'string' && isJsonObject(event.details))
      removals.set(event.target, event.details.events)
  }
  return removals
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value = parseJsonBytes(utf8(text))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
