import type { Block } from './block.ts'
import { isBold } from './judged.ts'

/** The number of a clause, as it stands at the start of a block. */
export interface Label {
  readonly block: Block
  /** `[4, 2]` for 4.2. */
  readonly numbers: readonly number[]
  readonly letter?: string | undefined
  /** Where numbers are counted together: 3.1 and 3.2 in one sequence, the headings of one level in another. */
  readonly style: 'decimal' | 'heading' | 'list' | 'row' | 'parenthesis' | 'paragraph' | 'letter'
  /** The word before the number in lower case: `article`, `§`, or an empty text. */
  readonly keyword: string
  readonly from: number
  readonly to: number
}

const KEYWORDS =
  'articles?|art\\.|sections?|sec\\.|clauses?|parts?|chapters?|§+|artículo|cláusula|sección|apartado|artikel|abschnitt|ziffer|nummer|artigo|seção|secção|capítulo|chapitre|partie|teil|kapitel'
const KEYWORD_LABEL = new RegExp(
  `^(${KEYWORDS})\\s{0,3}(?:(\\d{1,3}(?:\\.\\d{1,3}){0,4})|([IVXLC]{1,7}))(?:er|re|º|ª|°|\\.º|\\.ª|o)?(?![\\p{L}\\p{N}])`,
  'iu',
)
/** A capital letter or a quote begins the clause. “Article 28 GDPR applies” is a sentence. */
const STARTS_CLAUSE = /^\s+["“„«]?\p{Lu}/u
const SHORT_LAW = /^\s+\p{Lu}[\p{L}-]{0,8}\p{Lu}/u
const DECIMAL_LABEL = /^(\d{1,3}(?:\.\d{1,3}){1,4})(?:\.|\))?(?=\s+[\p{Lu}\p{Lo}"“„«'(¿¡]|\s*\|)/u
const INTEGER_LABEL = /^(\d{1,3})(?:[.):]|\s[-–—])(?=\s|$)/
const PARENTHESIS_LABEL = /^\((\d{1,2})\)(?=\s)/
const LETTER_LABEL = /^\(?([a-z])\)(?=\s)/
const ROMAN_HEADING = /^([IVXLC]{1,7})(?:[.)]|\s[-–—])\s/
const BARE_HEADING = /^(\d{1,2})(?=\s+\p{Lu})/u

/** Returns the number at the start of each block that has one. */
export function readLabels(blocks: readonly Block[]): Label[] {
  return blocks.flatMap((block) => {
    const label = block.kind === 'row' ? readRow(block) : readLabel(block)
    return label === undefined ? [] : [label]
  })
}

/** The number in the first cell of a row. */
function readRow(block: Block): Label | undefined {
  const [, number] = /^\s*(\d{1,3}(?:\.\d{1,3}){0,3})\.?\s*\|/.exec(block.text) ?? []
  if (number === undefined || block.isHeader === true) return undefined
  const numbers = number.split('.').map(Number)
  return { block, numbers, style: numbers.length > 1 ? 'decimal' : 'row', keyword: '', from: 0, to: number.length }
}

function readLabel(block: Block): Label | undefined {
  const { text, kind, item } = block
  const make = (style: Label['style'], numbers: readonly number[], to: number, more: Partial<Label> = {}): Label => ({
    block,
    numbers,
    style,
    keyword: '',
    from: 0,
    to,
    ...more,
  })
  const named = KEYWORD_LABEL.exec(text)
  if (named) {
    const [whole, keyword = '', digits, roman] = named
    // “Article 5 applies” begins a sentence, and “Article 5” a clause.
    const after = text.slice(whole.length)
    const isLabel = /^\s*(?:[.:–—-]|$)/.test(after) || (STARTS_CLAUSE.test(after) && !SHORT_LAW.test(after))
    if (kind !== 'heading' && !isLabel && !startsBold(block, whole.length)) return undefined
    if (roman !== undefined && roman !== roman.toUpperCase()) return undefined
    const numbers = digits === undefined ? [fromRoman(roman ?? '')] : digits.split('.').map(Number)
    return make(numbers.length > 1 ? 'decimal' : 'heading', numbers, whole.length, { keyword: keyword.toLowerCase() })
  }
  const decimal = DECIMAL_LABEL.exec(text)
  if (decimal && (block.isItem !== true || item !== undefined || kind !== 'item' || isAlone(block)))
    return make('decimal', (decimal[1] ?? '').split('.').map(Number), decimal[0].length)
  if (item !== undefined) return make('list', [item.number], Math.min(12, text.length))
  const integer = INTEGER_LABEL.exec(text)
  if (integer && (kind === 'heading' || startsBold(block, 1) || isBold(block) || kind === 'paragraph'))
    return make(kind === 'heading' ? 'heading' : 'paragraph', [Number(integer[1])], integer[0].length)
  const parenthesis = PARENTHESIS_LABEL.exec(text)
  if (parenthesis) return make('parenthesis', [Number(parenthesis[1])], parenthesis[0].length)
  const letter = LETTER_LABEL.exec(text)
  if (letter) return make('letter', [], letter[0].length, { letter: letter[1] })
  const roman = kind === 'heading' ? ROMAN_HEADING.exec(text) : null
  if (roman) return make('heading', [fromRoman(roman[1] ?? '')], roman[0].length)
  const bare = kind === 'heading' || startsBold(block, 1) ? BARE_HEADING.exec(text) : null
  return bare ? make(kind === 'heading' ? 'heading' : 'paragraph', [Number(bare[1])], bare[0].length) : undefined
}

function isAlone(block: Block): boolean {
  return /^\d{1,3}\.\d/.test(block.text)
}

function startsBold({ bold }: Block, length: number): boolean {
  return bold.some(([from, to]) => from === 0 && to >= length)
}

const ROMAN = { I: 1, V: 5, X: 10, L: 50, C: 100 } as const

/** Reads a roman number. */
export function fromRoman(text: string): number {
  const values = [...text.toUpperCase()].map((char) => ROMAN[char as keyof typeof ROMAN] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}
