import type { Agreement } from '../../core/agreement.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject } from '../../core/json.ts'
import type { DefinedAgreement } from '../agreement-input.ts'
import { inLanguage } from '../by-language.ts'
import { deepFreeze } from '../deep-freeze.ts'
import type { TermsClues } from '../diff/terms-clues.ts'
import type { LanguageTexts } from '../language-texts.ts'
import type { ContractId } from '../own-terms.ts'
import type { Template } from '../template.ts'
import type { TermsTree } from '../tree.ts'

/** The version of the format of prepared agreements. It changes when an older version of Licet could not read them. */
export const PREPARED_FORMAT = 1

/** What a prepared agreement keeps of its template. */
export interface PreparedTemplate extends Pick<Template, 'name' | 'version' | 'locale'> {
  /** The words of the language that a screen shows: the use cases of the agreement. */
  readonly words: { readonly usecases: Readonly<Record<string, readonly [label: string, description: string]>> }
  /** All words of a language that is not part of Licet, as texts. They are read only to show what changed. */
  readonly texts?: LanguageTexts | undefined
}

/** A checked agreement in one language, with its text: plain data, without the template that the text was written from. */
export interface PreparedText extends Agreement {
  /** The kinds of data. */
  readonly tags: DefinedAgreement['tags']
  /** What is left of the template. */
  readonly template: PreparedTemplate
  /** The text that is shown and signed, in Markdown. */
  readonly text: string
  /** SHA3-256 of the text, base64url. */
  readonly hash: string
  /** The document to show. Without one, the browser parses the text. */
  readonly tree?: TermsTree | undefined
  /**
   * The description of the record for each choice of the person. The bits of the index are the optional purposes, the first one in the lowest
   * bit. Absent: every choice has the description of the agreement.
   */
  readonly descriptions?: readonly string[] | undefined
  /** Identifies a contract of the company in all its languages. Absent: the text is from a template. */
  readonly contract?: ContractId | undefined
  /** The lines of the text from which the company, law, reward and answers of a record are read. Absent for a contract of the company. */
  readonly clues?: TermsClues | undefined
}

/**
 * The result of `prepareAgreement()`: an agreement with its text in one or more languages, as plain data. Pass it instead of an agreement,
 * and the browser compiles nothing.
 */
export interface PreparedAgreement {
  /** The version of this format. */
  readonly prepared: number
  /** The agreement in each language, by BCP 47 tag. The first one is used for a language that is missing. */
  readonly languages: Readonly<Record<string, PreparedText>>
  /** The language to use. Default: the first one. The React kit sets it to the language of the provider. */
  readonly locale?: string | undefined
}

/** An agreement whose text is known: checked in this program, or prepared. */
export type ReadyAgreement = DefinedAgreement | PreparedText

/** Returns whether a checked agreement was prepared. */
export function isPreparedText(agreement: ReadyAgreement): agreement is PreparedText {
  return 'text' in agreement
}

/**
 * Returns a prepared agreement in the language of its `locale`, frozen, so that what is shown stays what is signed.
 *
 * @throws {LicetError} `invalid_configuration` when it has another format than this version of Licet.
 */
export function readPrepared({ prepared, languages, locale }: PreparedAgreement): PreparedText {
  const first = isJsonObject(languages) ? Object.values(languages)[0] : undefined
  if (prepared === PREPARED_FORMAT && first !== undefined) return deepFreeze((locale && inLanguage(languages, locale)) || first)
  throw new LicetError(
    'invalid_configuration',
    `The prepared agreement has the format ${JSON.stringify(prepared)}, and this version of licet reads the format ${PREPARED_FORMAT}. Nobody can agree to it. Prepare it again: run \`licet agreement prepare\`, or call prepareAgreement() of the installed version.`,
    { field: 'agreement' },
  )
}
