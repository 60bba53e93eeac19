import { LicetError } from '../core/errors.ts'
import { MAX_BODY_BYTES } from '../core/limits.ts'
import type { DefinedAgreement } from './agreement-input.ts'
import { fillTemplate } from './fill-template.ts'
import { notLoadedError, ownTextIn } from './own-terms.ts'
import { requestBytes } from './terms-size.ts'
import { toMarkdown } from './to-markdown.ts'
import type { TermsTree } from './tree.ts'
import { toValues } from './values.ts'

/** The terms of an agreement: the text, and its document where no Markdown parser is needed to make it. */
export interface CompiledTerms {
  readonly text: string
  readonly tree: TermsTree | undefined
}

/**
 * Returns the terms of an agreement as Markdown: the text that is shown, hashed and signed. A text in `terms` is returned as it is.
 *
 * The text of a template is NFC, has LF line ends, and ends with one line feed.
 *
 * @throws {LicetError} `unfilled_placeholder` when a placeholder has no value, `invalid_template` when the terms are too long,
 * `terms_unavailable` when a source in `terms` has not loaded its text.
 * @example
 * const text = compileTerms(defineAgreement(config))
 */
export function compileTerms(agreement: DefinedAgreement): string {
  return compileDocument(agreement).text
}

/**
 * Returns the terms as a hast tree: the document that {@link compileTerms} writes, with an id on each heading.
 *
 * `undefined` for a template with nested lists, tables and the like, and for a text in `terms`: only a Markdown parser makes such a tree.
 */
export function compileTermsTree(agreement: DefinedAgreement): TermsTree | undefined {
  return agreement.terms === undefined && !isRich(agreement) ? fillTerms(agreement) : undefined
}

/** Returns the terms as Markdown and as a hast tree, like {@link compileTerms} and {@link compileTermsTree}, from one compilation. */
export function compileDocument(agreement: DefinedAgreement): CompiledTerms {
  const { terms, locale, plainLocale = locale } = agreement
  if (terms !== undefined) {
    const own = ownTextIn(terms, locale, plainLocale)
    if (own === undefined) throw notLoadedError()
    return { text: own.text, tree: undefined }
  }
  const tree = fillTerms(agreement)
  const text = toMarkdown(tree)
  if (requestBytes(text, agreement) <= MAX_BODY_BYTES) return { text, tree: isRich(agreement) ? undefined : tree }
  throw new LicetError(
    'invalid_template',
    `The terms make the license larger than ${MAX_BODY_BYTES} bytes. Nothing was signed. Shorten the template or its lists.`,
  )
}

/** Returns the tree of the template, filled with the values of the agreement. */
export function fillTerms(agreement: DefinedAgreement): TermsTree {
  return fillTemplate(agreement.template, toValues(agreement, agreement.template.words))
}

/** Returns whether only a Markdown parser can read a part of the template. */
function isRich({ template }: DefinedAgreement): boolean {
  return template.tree.some(([kind]) => kind === 'm')
}
