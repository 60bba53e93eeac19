import type { Agreement } from '../core/agreement.ts'
import type { LintFinding } from '../core/errors.ts'
import { MAX_BODY_BYTES } from '../core/limits.ts'
import { utf8 } from '../core/signature.ts'
import { requestBytes } from './terms-size.ts'

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
