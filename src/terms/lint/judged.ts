import type { Agreement } from '../../core/agreement.ts'
import type { Template } from '../template.ts'
import type { Block } from './block.ts'
import type { Fault } from './finding.ts'
import type { Grammar, LintWords } from './lint-words.ts'
import type { Sentence } from './sentences.ts'

/** A text with everything that a rule may look at. */
export interface Judged {
  readonly source: string
  readonly blocks: readonly Block[]
  readonly locale: string
  /** Absent for a language whose words the linter does not know. */
  readonly words: LintWords | undefined
  /** Absent for a language whose sentences the linter does not read. */
  readonly grammar: Grammar | undefined
  readonly agreement: (Agreement & { readonly template?: Template | undefined }) | undefined
  readonly maxGrade: number
}

/** A rule, or a family of rules that look at the same thing. */
export type Rule = (judged: Judged) => Fault[]

/** A sentence with its block. */
export interface Placed extends Sentence {
  readonly block: Block
}

/** Returns the sentences of a text in their order. */
export function sentencesOf({ blocks }: Pick<Judged, 'blocks'>): Placed[] {
  return blocks.flatMap((block) => block.sentences.map((sentence) => ({ ...sentence, block })))
}

/** Returns the number of the cell of a row that a sentence is in. */
export function cellOf({ prose }: Block, { from }: Sentence): number {
  return prose.slice(0, from).split('|').length - 1
}

/** Returns where a fault of the whole text is reported: its title, or its first block. */
export function titleOf({ blocks }: Pick<Judged, 'blocks'>): Block | undefined {
  return blocks.find(({ kind }) => kind === 'heading') ?? blocks[0]
}

/** Returns what a block is about in the words of the text: its bold beginning, a bold line above it, the first cell of its row, or its heading. */
export function topicOf(blocks: readonly Block[], at: number): string {
  const block = blocks[at]
  if (block === undefined) return ''
  const title = blocks.find(({ kind }) => kind === 'heading')
  // The title of a contract is about all of it.
  const heading = block.heading === undefined || block.heading === title ? '' : block.heading.prose
  const bold = block.bold.find(([from]) => from === 0)
  if (bold !== undefined && bold[1] < block.text.trimEnd().length) return `${block.prose.slice(...bold)} ${heading}`
  if (block.kind === 'row') return `${block.prose.split('|')[0] ?? ''} ${heading}`
  const above = blocks[at - 1]
  if (above?.kind === 'paragraph' && isBold(above)) return above.prose
  return block.lead === undefined ? heading : `${block.lead.prose} ${heading}`
}

/** Returns whether a whole block is bold, such as a question above its answer. */
export function isBold({ bold, text }: Block): boolean {
  return bold.some(([from, to]) => from === 0 && to >= text.trimEnd().length)
}
