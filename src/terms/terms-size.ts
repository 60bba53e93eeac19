import type { Agreement } from '../core/agreement.ts'
import type { LintFinding } from '../core/errors.ts'
import { MAX_BODY_BYTES } from '../core/limits.ts'
import { utf8 } from '../core/signature.ts'

/**
 * Bytes of a request that are kept for what is not known before the decision: `ptr`, `origin`, description, signature and the members
 * `x-…`, which may have {@link MAX_EXTENSION_BYTES}.
 */
const RESERVED_BYTES = 12 * 1024

/** Returns how many bytes the request with these terms has at most. With the agreement, its data and purposes count too. */
export function requestBytes(terms: string, agreement?: Pick<Agreement, 'tags' | 'purposes'>): number {
  const uses = agreement?.purposes.map(({ usecase, destinations }) => ({ usecases: [usecase], destinations }))
  return utf8(JSON.stringify({ terms, tags: agreement?.tags, uses })).length + RESERVED_BYTES
}

/** Returns the finding for terms that the service would refuse because of their size: `too_long`. */
export function findTooLong(
  terms: string,
  file: string,
  agreement?: Pick<Agreement, 'tags' | 'purposes'>,
): LintFinding | undefined {
  if (requestBytes(terms, agreement) <= MAX_BODY_BYTES) return undefined
  const kilobytes = Math.ceil(utf8(terms).length / 1024)
  return {
    rule: 'too_long',
    severity: 'error',
    message: `The text has ${kilobytes} KiB in UTF-8. A license with it is larger than the ${MAX_BODY_BYTES / 1024} KiB that the service accepts.`,
    fix: 'Shorten the text.',
    file,
    line: 1,
    column: 1,
  }
}
