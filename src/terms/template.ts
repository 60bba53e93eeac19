import type { Values } from './fill-template.ts'
import type { Clause } from './summary-order.ts'
import type { TemplateWords } from './words.ts'

/**
 * A run of text: literal text, a placeholder (`$`), bold (`b`), a link (`a`), or a section for a present (`?`) or absent (`!`) value. A
 * placeholder has a `place` when its value is next to emphasis or in an address.
 */
export type TemplateInline =
  | string
  | readonly ['$', name: string, place?: number]
  | readonly ['b', content: readonly TemplateInline[]]
  | readonly ['a', href: string | readonly ['$', name: string], content: readonly TemplateInline[]]
  | readonly ['?' | '!', name: string, content: readonly TemplateInline[]]

/**
 * A block: a heading (with the clause that it opens), a paragraph, a list item, Markdown that only a parser can read (`m`), or a section. A
 * section repeats for each item of a list.
 */
export type TemplateBlock =
  | readonly ['h', level: number, content: readonly TemplateInline[], clause?: Clause]
  | readonly ['p', content: readonly TemplateInline[]]
  | readonly ['ul', content: readonly TemplateInline[]]
  | readonly ['ol', content: readonly TemplateInline[]]
  | readonly ['m', content: readonly TemplateInline[], write: WriteMarkdown]
  | readonly ['?', name: string, blocks: readonly TemplateBlock[]]
  | readonly ['!', name: string, blocks: readonly TemplateBlock[]]

/** Writes Markdown with the values of its placeholders. `parseTemplate()` provides it, so that shipped templates load no code for it. */
export type WriteMarkdown = (
  content: readonly TemplateInline[],
  /** Returns the value of a placeholder. */
  valueFor: (name: string, scope: readonly Values[]) => string,
  /** Returns the scope of each repetition of a section. */
  enter: (kind: '?' | '!', name: string, scope: readonly Values[]) => readonly (readonly Values[])[],
  scope: readonly Values[],
  words: TemplateWords,
) => string

/** A parsed template. The build parses shipped templates, so browsers parse no Markdown. */
export type TemplateTree = readonly TemplateBlock[]

/** The wording of terms in one language. Import one from `licet/templates/<locale>/<name>`, or parse your own with `parseTemplate()`. */
export interface Template {
  /** Identifies the template together with `locale` and `version`. */
  readonly name: string
  /** Language of the text as a BCP 47 tag. It becomes the language of the agreement. */
  readonly locale: string
  /** 1 for the first published wording of this name, 2 for the second, and so on. */
  readonly version: number
  /** The parsed text. */
  readonly tree: TemplateTree
  /** Names, dates and lists in the language of the text. */
  readonly words: TemplateWords
}
