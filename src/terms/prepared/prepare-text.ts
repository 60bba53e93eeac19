import { keccakP } from '@noble/hashes/sha3.js'
import { includedPurposes } from '../../core/included-purposes.ts'
import { createSha3 } from '../../core/sha3.ts'
import type { AgreementInput, DefinedAgreement } from '../agreement-input.ts'
import { misconfigured } from '../check-value.ts'
import { compileDocument } from '../compile-terms.ts'
import { defineAgreement } from '../define-checked.ts'
import { loadDiffWords } from '../diff/diff-words.ts'
import { toClues } from '../diff/to-clues.ts'
import { hashTerms } from '../hash-terms.ts'
import { toLanguageTexts } from '../language-texts.ts'
import { parseDocument } from '../markdown/parse-document.ts'
import { identifyContract } from '../own-terms.ts'
import { isShipped } from '../shipped-template.ts'
import { toDescription } from '../to-license-request.ts'
import { loadTranslation } from '../translations.ts'
import type { TermsTree } from '../tree.ts'
import type { PreparedTemplate, PreparedText } from './prepared-agreement.ts'
import { showsText } from './shows-text.ts'

/** The most optional purposes for which the descriptions of all choices are written. */
const MAX_CHOICES = 8

const sha3 = createSha3(keccakP)

/** Prepares an agreement in one language: in the wording of that language, and with the text of a contract of the company, as the kit does. */
export async function prepareText(input: AgreementInput, locale: string): Promise<PreparedText> {
  const translated = await loadTranslation(locale, input.template ?? 'rewards')
  const agreement = defineAgreement({
    ...input,
    ...(translated && { template: translated }),
    ...(input.terms !== undefined && { locale, plainLocale: input.plainLocale ?? input.template?.locale ?? 'en' }),
  })
  const { terms, plainLocale: _, template, ...facts } = agreement
  const { text, tree } = compileDocument(agreement)
  return {
    ...facts,
    template: await toPreparedTemplate(agreement),
    text,
    hash: hashTerms(text, sha3),
    tree: toShownTree(text, tree),
    descriptions: toDescriptions(agreement),
    ...(terms === undefined ? { clues: toClues(agreement) } : { contract: identifyContract(terms) }),
  }
}

/** Returns the document of a text. A browser refuses a document that it cannot compare with the text, so it gets none and parses the text. */
function toShownTree(text: string, tree: TermsTree | undefined = parseDocument(text)): TermsTree | undefined {
  return tree && showsText(tree, text) ? tree : undefined
}

async function toPreparedTemplate({ template, purposes }: DefinedAgreement): Promise<PreparedTemplate> {
  const { name, version, locale, words } = template
  const known = Object.entries(words.usecases).filter(([usecase]) => purposes.some((purpose) => purpose.usecase === usecase))
  const texts = isShipped(words)
    ? undefined
    : {
        ...toLanguageTexts(words, words.changes ?? (await loadDiffWords(words.locale))),
        ...toNames('tag', Object.entries(words.tags)),
        ...toNames(
          'usecase',
          Object.entries(words.usecases).map(([usecase, [label]]) => [usecase, label]),
        ),
      }
  return { name, version, locale, words: { usecases: Object.fromEntries(known) }, ...(texts && { texts }) }
}

function toNames(kind: string, names: readonly (readonly [word: string, name: string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map(([word, name]) => [`${kind}.${word}`, name]))
}

/** Returns the description of each choice of the optional purposes; `undefined` when all are the same. */
function toDescriptions(agreement: DefinedAgreement): readonly string[] | undefined {
  const { purposes, description } = agreement
  const optional = purposes.filter(({ necessary }) => !necessary)
  if (optional.length === 0 || toDescription(agreement, purposes) === description) return undefined
  if (optional.length > MAX_CHOICES)
    throw misconfigured(
      'description',
      `is missing, and ${optional.length} optional purposes give ${2 ** optional.length} descriptions`,
      'Write one sentence about what the license is for.',
    )
  return Array.from({ length: 2 ** optional.length }, (_, choice) =>
    toDescription(
      agreement,
      includedPurposes(purposes, (usecase) => ((choice >> optional.findIndex((one) => one.usecase === usecase)) & 1) === 1),
    ),
  )
}
