import type { JSONWebKeySet } from 'jose'
import { isJsonObject, type JsonValue } from '../../../core/json.ts'
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
  const ofEvents = heads.flatMap((line) => findHeadFault(line, chains, claims))
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

/** Checks a chain without events: whether the retention removed them, as an event of a later chain confirms. */
function findHeadFault(
  { chain, events, removed }: HeadLine,
  chains: ReadonlyMap<string, readonly EventLine[]>,
  claims: ReadonlyMap<string, AuditHead>,
): AuditFault[] {
  if (events === 'exported') return []
  if (chains.has(chain))
    return [{ kind: 'inserted', chain, sequence: 1, message: 'The chain was removed or left out, and has events.' }]
  if (events === 'omitted') return []
  const isConfirmed = [...chains.values()].flat().some((event) => confirmsRemoval(event, chain, claims.get(chain)))
  // Older events, one of which confirmed it, can be removed too.
  const oldest = Math.min(...[...chains.keys()].map((id) => Date.parse(claims.get(id)?.opened ?? '') || Number.POSITIVE_INFINITY))
  const at = parseTimestamp(removed ?? '') ?? Number.POSITIVE_INFINITY
  const isOld = at < oldest && at >= (claims.get(chain)?.iat ?? Number.POSITIVE_INFINITY) * 1000
  if (isConfirmed || isOld) return []
  return [
    { kind: 'missing', chain, sequence: 1, message: 'The events were removed, and no event confirms that the retention did it.' },
  ]
}

function confirmsRemoval({ text }: EventLine, chain: string, head: AuditHead | undefined): boolean {
  // Most events are about something else, and a long log has many.
  if (!text.includes('audit_chain.removed')) return false
  let event: JsonValue
  try {
    event = parseJsonBytes(utf8(text))
  } catch {
    return false
  }
  if (!isJsonObject(event) || event.action !== 'audit_chain.removed' || event.target !== chain) return false
  return isJsonObject(event.details) && event.details.events === head?.length
}
