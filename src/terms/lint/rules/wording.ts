import { ADDRESS } from '../block.ts'
import { type Fault, placeIn } from '../finding.ts'
import { type Judged, type Placed, type Rule, sentencesOf } from '../judged.ts'
import type { Grammar } from '../lint-words.ts'
import { isNegated } from '../negation.ts'
import { compile, has } from '../phrase.ts'
import { findTimes } from '../read-times.ts'

interface Phrase {
  readonly rule: string
  readonly pattern: (grammar: Grammar) => RegExp
  readonly isAllowed?: (sentence: Placed, judged: Judged, index: number, found: string) => boolean
  readonly message: string
  readonly fix: string
}

const NAMED_BUYER = /(?<![\p{L}])(?:to|a|à|ao|aos|al)\s(?:\p{Lu}[\p{L}&.-]{2,30})/u
/** The start of a condition, in each language. */
const IF =
  /^(?:if|when|unless|once|should|whoever|anyone|si|cuando|quien|al|en caso|wenn|falls|wer|sobald|sollten|bei|lorsque|quand|quiconque|celui|ceux|se|quando|quem|caso|ao|em caso)(?!\p{L})/iu
/** Losses that are written with a negation. */
const NEGATIVE_LOSS =
  /no longer|cannot|can't|can not|(?:will not|won't) be able|do not (?:agree|accept|consent)|no (?:podrás|puedes|aceptas|acepta)|ya no|ne pou\p{L}+|ne recev\p{L}+|ne béné\p{L}+|n'(?:aurez|avez|acceptez)|plus|não (?:poderá|pode|aceitar|aceita)|nicht (?:mehr|zustimm\p{L}*)|kein\p{L}*/giu
/** German nouns have a capital letter, so only a legal form shows a name. */
const NAMED_GERMAN_BUYER = /(?<![\p{L}])an (?:die |den |das )?\p{Lu}[^.;|]{1,60}? (?:GmbH|AG|KG|SE|UG)(?![\p{L}])/u

const PHRASES: readonly Phrase[] = [
  {
    rule: 'pressure',
    pattern: ({ pressure, meaning }) => compile(`${pressure.source}|${meaning.shame.source}`, 'giu'),
    // “If you decline, you do not lose your points.”
    isAllowed: ({ text }, { grammar }, index, found) =>
      IF.test(found) &&
      isNegated(
        text
          .slice(index)
          .replace(/^[^,]{0,120},/, '')
          .replace(NEGATIVE_LOSS, ' '),
        grammar,
      ),
    message: 'These words threaten a loss or shame a choice. A decision under pressure is not free.',
    fix: 'State only what the act does, and let declining change nothing else.',
  },
  {
    rule: 'agreement_by_use',
    pattern: ({ agreementByUse }) => agreementByUse,
    message: 'The text takes the use of something as an agreement. A person agrees only by a clear act.',
    fix: 'Ask, and let the person agree or decline.',
  },
  {
    rule: 'unlimited_retention',
    pattern: ({ endlessRetention }) => endlessRetention,
    isAllowed: ({ text }, { grammar }) =>
      grammar === undefined ||
      isNegated(text, grammar) ||
      has(text, grammar.legalRetention) ||
      has(text, grammar.meaning.yours) ||
      findTimes(text, grammar).length > 0,
    message: 'Data is kept without a limit, or after the person stopped.',
    fix: 'Write when the data is deleted.',
  },
  {
    rule: 'sale_without_buyer',
    pattern: ({ sale }) => sale,
    isAllowed: ({ text, block, from, to }, { grammar }) => {
      const isNamed = NAMED_BUYER.test(text) || NAMED_GERMAN_BUYER.test(text) || hasHost(block.text.slice(from, to))
      return isNegated(text, grammar) || has(text, grammar?.notSale) || isNamed
    },
    message: 'The text permits a sale of the data and does not name the buyer.',
    fix: 'Name the buyer, or remove the sale.',
  },
  {
    rule: 'legalese',
    pattern: ({ legalese }) => legalese,
    message: 'A plain word means the same, and more people understand it.',
    fix: 'Write “despite this”, “from now on called”, “before” or what else it means.',
  },
]

function hasHost(text: string): boolean {
  return [...text.matchAll(ADDRESS)].some(([address]) => !address.includes('@'))
}

/** Finds pressure, agreement by use, data without a limit, sale without a buyer, and legalese. */
export const findPhrases: Rule = (judged) => {
  const { grammar } = judged
  if (grammar === undefined) return []
  const sentences = sentencesOf(judged)
  return PHRASES.flatMap(({ rule, pattern, isAllowed, message, fix }) =>
    sentences.flatMap((sentence): Fault[] => {
      const [match] = [...sentence.text.matchAll(pattern(grammar))]
      if (match === undefined || isAllowed?.(sentence, judged, match.index, match[0]) === true) return []
      const from = sentence.from + match.index
      return [{ rule, severity: 'warning', ...placeIn(sentence.block, from, from + match[0].length), message, fix }]
    }),
  )
}
