import { toBase64Url } from '../core/base64.ts'
import { LicetError } from '../core/errors.ts'
import { MAX_TERMS_LENGTH } from '../core/limits.ts'
import { type Digest, utf8 } from '../core/signature.ts'
import type { DefinedAgreement } from './agreement-input.ts'
import { fillTemplate } from './fill-template.ts'
import { toMarkdown } from './to-markdown.ts'
import type { TermsTree } from './tree.ts'
import { toValues } from './values.ts'

/**
 * Writes the terms of an agreement as Markdown: the text that is shown, hashed and signed.
 *
 * The text is NFC, has LF line ends, and ends with one line feed.
 *
 * @throws {LicetError} `unfilled_placeholder` when a placeholder has no value, `invalid_template` when the terms are too long.
 * @example
 * const text = compileTerms(defineAgreement(config))
 */
export function compileTerms(agreement: DefinedAgreement): string {
  const text = toMarkdown(compileTermsTree(agreement))
  if (text.length <= MAX_TERMS_LENGTH) return text
  throw new LicetError(
    'invalid_template',
    `The terms have ${text.length} characters, and ${MAX_TERMS_LENGTH} is the limit. Nothing was signed. Shorten the template or its lists.`,
  )
}

/** Returns the terms as a hast tree: the document that {@link compileTerms} writes, with an id on each heading. */
export function compileTermsTree(agreement: DefinedAgreement): TermsTree {
  return fillTemplate(agreement.template, toValues(agreement, agreement.template.words))
}

/** Returns the version of a text: SHA3-256 of its UTF-8 bytes, as base64url without padding. Terms have no other version number. */
export function hashTerms(text: string, sha3: Digest): string {
  return toBase64Url(sha3(utf8(text)))
}
