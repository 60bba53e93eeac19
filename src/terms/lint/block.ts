import { type Sentence, splitSentences } from './sentences.ts'

/** A link in a block: the range of its text, and its target. */
export interface LinkedText {
  readonly range: readonly [from: number, to: number]
  readonly url: string
}

/** A heading, a paragraph, an item of a list or a row of a table, as people read it. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row'
  /** The text without marks of Markdown. Cells of a row are separated by ` | `. */
  readonly text: string
  /** The text with ordinary spaces and apostrophes, and with addresses and code replaced by spaces. It has the same length. */
  readonly prose: string
  readonly sentences: readonly Sentence[]
  readonly links: readonly LinkedText[]
  /** Ranges of bold text. */
  readonly bold: readonly (readonly [from: number, to: number])[]
  /** Level of a heading. */
  readonly depth?: number | undefined
  /** The heading above. */
  readonly heading?: Block | undefined
  /** The paragraph above that ends with a colon. */
  readonly lead?: Block | undefined
  /** The number of an item, the list that it belongs to, and its number after the numbers of the items around it. */
  readonly item?: { readonly number: number; readonly list: number; readonly path: readonly number[] } | undefined
  readonly isItem?: boolean | undefined
  /** The first row of a table. */
  readonly isHeader?: boolean | undefined
  readonly header?: Block | undefined
  /** Returns the offset in the source of a place in the text. */
  readonly offsetOf: (index: number) => number
}

/** What {@link createBlock} takes. Without `map`, the text stands in the source as it is, from `start` on. */
interface BlockInput extends Partial<Omit<Block, 'offsetOf' | 'prose' | 'sentences'>> {
  readonly kind: Block['kind']
  readonly text: string
  readonly start?: number | undefined
  readonly map?: readonly number[] | undefined
  readonly hidden?: readonly (readonly [from: number, to: number])[] | undefined
}

/** An address of the web or of email. */
export const ADDRESS: RegExp =
  /(?:https?:\/\/|www\.)[^\s|<>()\]]{1,500}|(?<![\p{L}\p{N}@._+-])[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}|(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]{1,63}\.){1,6}(?:com|org|net|edu|gov|int|info|biz|app|dev|io|ai|example|test|eu|uk|de|at|ch|fr|es|br|pt|mx|ie|us|ca|au|nl|it|jp|il|co)(?![\p{L}\p{N}-])(?:\/[^\s|<>()\]]{0,300})?/giu
const SPACE = /[\s\u00A0\u2007\u202F]/g
const APOSTROPHE = /[\u2018\u2019\u02BC]/g

/** Makes a block from its text. */
export function createBlock({ start = 0, map, hidden = [], links = [], bold = [], ...input }: BlockInput): Block {
  const plain = input.text.replace(SPACE, ' ').replace(APOSTROPHE, "'")
  let prose = plain.replace(ADDRESS, (found) => ' '.repeat(found.length))
  for (const [from, to] of hidden) prose = prose.slice(0, from) + ' '.repeat(to - from) + prose.slice(to)
  const offsetOf = (index: number) => (map === undefined ? start + index : (map[Math.min(index, map.length - 1)] ?? start))
  return { ...input, links, bold, prose, sentences: splitSentences(prose), offsetOf }
}
