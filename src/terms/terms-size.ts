import type { Agreement } from '../core/agreement.ts'

/**
 * Bytes of a request that are kept for what is not known before the decision: `ptr`, `origin`, description, signature and the members
 * `x-…`, which may have `MAX_EXTENSION_BYTES`.
 */
const RESERVED_BYTES = 12 * 1024

/** Returns how many bytes the request with these terms has at most. With the agreement, its data and purposes count too. */
export function requestBytes(terms: string, agreement?: Pick<Agreement, 'tags' | 'purposes'>): number {
  const uses = agreement?.purposes.map(({ usecase, destinations }) => ({ usecases: [usecase], destinations }))
  return new TextEncoder().encode(JSON.stringify({ terms, tags: agreement?.tags, uses })).length + RESERVED_BYTES
}
