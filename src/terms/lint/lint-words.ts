import type { KnownTag } from '../../core/tags.ts'
import type { KnownUsecase } from '../../core/usecases.ts'
import { byLanguage, inLanguage } from '../by-language.ts'

/** The words by which the linter reads a text in one language. Patterns match text without Markdown, in any case. */
export interface LintWords {
  /**
   * Phrases of each use case. The first pattern names the use: in a record without it, the text is wrong. The second one is wider, and
   * shows only that the text has the use.
   */
  readonly uses: Readonly<Record<string, readonly [named: RegExp, meant: RegExp]>>
  /** Phrases of each kind of data. */
  readonly data: Readonly<Partial<Record<KnownTag, RegExp>>>
  /** Phrases that cover several kinds of data. */
  readonly umbrellas: readonly (readonly [pattern: RegExp, covers: readonly KnownTag[]])[]
  /** Words of denial, in a language without `grammar`. A sentence with one of them permits no use. */
  readonly negation?: RegExp | undefined
  /** How to withdraw, stop, terminate or leave. */
  readonly withdrawal: RegExp
  /** Phrases that permit any recipient. */
  readonly everyone: RegExp
  /** Phrases of a label that threaten a loss or shame a choice. */
  readonly pressing: RegExp
  /** How to reach the company, besides an email address and a telephone number. */
  readonly contact: RegExp
  /** The start of a line for a signature. */
  readonly signature: RegExp
  /** The start of a heading below which a text after the signature is allowed: an exhibit. */
  readonly exhibit: RegExp
  readonly references: ReferenceWords
  /** Absent in a language whose sentences the linter does not read. */
  readonly grammar?: Grammar | undefined
}

/** How a language refers to a clause, as the source of regular expressions. */
export interface ReferenceWords {
  /** Words for a clause of a contract: `sections?|clauses?`. */
  readonly sections: string
  /** Words that more often refer to a law: `articles?|art\.`. They count when the clauses of the text have them. */
  readonly articles: string
  /** Words between the reference and another document: `of`. */
  readonly of: string
  /** What this text calls itself after such a word: `this|these`. */
  readonly own: string
  /** Names of laws: `act|code`. */
  readonly laws: string
  /** Words between several numbers: `and|or|to`. */
  readonly and: string
}

/** Wider words of a language, which count only in their place: in a list of data, in a clause on purposes, beside each other. */
export interface Meaning {
  /** Nouns of each kind of data. */
  readonly data: Readonly<Partial<Record<KnownTag, RegExp>>>
  /** Words of each use. They show that a clause on purposes has the use. */
  readonly uses: Readonly<Partial<Record<KnownUsecase, RegExp>>>
  /** Two words that name a use when they stand close to each other: `train` and `model`. */
  readonly pairs: Readonly<Partial<Record<KnownUsecase, readonly [RegExp, RegExp]>>>
  /** Verbs that permit, before a verb of using data: `may`. */
  readonly grants: RegExp
  /** Labels that continue the one above: “What else?” */
  readonly more: RegExp
  /** Headings and labels above purposes. */
  readonly purposes: RegExp
  /** Verbs of removing data, so that a clause does not permit it. */
  readonly removed: RegExp
  /** Verbs of getting data, whose subject is a recipient. */
  readonly receive: RegExp
  /** Verbs of withdrawing, and when: at any time, or never. */
  readonly stop: RegExp
  readonly anytime: RegExp
  readonly bound: RegExp
  /** What a person may give besides data, such as feedback. */
  readonly otherGrant: RegExp
  /** A license without an end, or one that renews itself. */
  readonly endless: RegExp
  /** The name of a law. The first group that matches is its country or state. */
  readonly lawOf: RegExp
  /** What becomes worse for a person who declines or stops. */
  readonly adverse: RegExp
  /** Shame: “all others have agreed”. */
  readonly shame: RegExp
  /** What the person keeps, which is not data: “it stays yours”. */
  readonly yours: RegExp
}

/** How a language writes defined terms. */
export interface TermWords {
  /** Words with capital letters that may be a term. */
  readonly candidate: RegExp
  /** Words of a contract that have a capital letter only as a defined term. Absent where all nouns have one. */
  readonly heads?: RegExp | undefined
  /** Words directly before a term: `its|the|any`. */
  readonly before?: RegExp | undefined
  /** A determiner at the start of a sentence, which has a capital letter as well. */
  readonly determiner?: RegExp | undefined
  /** Determiners before a term in the plural, which a proper name seldom has. */
  readonly plural?: RegExp | undefined
  readonly adjective?: RegExp | undefined
  /** Words of proper names: institutions, laws and places. */
  readonly names: RegExp
  /** The start of the name of another document. */
  readonly documents?: RegExp | undefined
  /** A term for a party that the text uses everywhere: `you`. */
  readonly pronoun: RegExp
  /** Whether the noun stands last, as in English. */
  readonly isHeadLast?: boolean | undefined
}

/** How a language writes what the rules about sentences look for. */
export interface Grammar {
  readonly meaning: Meaning
  readonly negation: RegExp
  /** Phrases with a negation that do not negate: `not only`. */
  readonly notNegation: RegExp
  /** Words after which a sentence turns: `but`. */
  readonly turn: RegExp
  /** Use of data only to run the license: `only to send`. */
  readonly running: RegExp
  /** Verbs of getting and using data. */
  readonly collect: RegExp
  /** What the person does or gets, and what the person permits the company. */
  readonly person: RegExp
  readonly permit: RegExp
  /** Words before data of the company itself: `our`. */
  readonly ours: RegExp
  /** Headings and labels above data, recipients, the end and the reward. */
  readonly topics: Readonly<Record<'data' | 'recipients' | 'end' | 'reward', RegExp>>
  /** Month names in their order, each as the source of a regular expression. */
  readonly months: readonly string[]
  /** Numbers in words. */
  readonly numbers: Readonly<Record<string, number>>
  /** Half a unit after a number: `and a half`. */
  readonly half: string
  readonly units: Readonly<Record<'day' | 'week' | 'month' | 'year', string>>
  /** How long the license lasts, and phrases that make it another time: of deletion, payment or notice. */
  readonly end: RegExp
  /** What ends: `the license`, `it`. */
  readonly ending: RegExp
  readonly notEnd: RegExp
  /** The governing law. The first group that matches is its name. */
  readonly law: RegExp
  /** Phrases that make it another law: for consumers, or of a subject. */
  readonly notLaw: RegExp
  /** What the person gets, and phrases that make it another amount. */
  readonly reward: RegExp
  readonly notReward: RegExp
  /** Passing data on, directly before the recipient. */
  readonly share: RegExp
  /** A license that can be withdrawn at any time, and one that cannot. */
  readonly anytime: RegExp
  readonly irrevocable: RegExp
  /** Shame and haste. */
  readonly pressure: RegExp
  /** Declining or stopping, what it costs, phrases that deny a cost, and the start of a sentence that continues one about declining. */
  readonly refusal: RegExp
  readonly loss: RegExp
  readonly noLoss: RegExp
  readonly inThatCase: RegExp
  readonly agreementByUse: RegExp
  readonly endlessRetention: RegExp
  /** Retention that a law requires. */
  readonly legalRetention: RegExp
  readonly sale: RegExp
  /** A sale of something else, such as the company. */
  readonly notSale: RegExp
  readonly legalese: RegExp
  /** Verbs after a defined term: `means`. */
  readonly means: RegExp
  readonly terms: TermWords
  /** Words between the parties of a contract, directly before the name of one: `between|agreement with|we are`. */
  readonly parties: RegExp
}

const BY_LANGUAGE = byLanguage(import.meta.glob<LintWords>('../languages/*/lint-words.ts', { eager: true, import: 'lintWords' }))

/** Returns the words of a language, or `undefined` for an unknown one. */
export function lintWordsOf(locale: string): LintWords | undefined {
  return inLanguage(BY_LANGUAGE, locale)
}
