import type { Clause } from './summary-order.ts'
import type { TemplateWords } from './words.ts'

/** A run of a template's text: literal text, a placeholder, a part in bold, a link, or a section that appears only when a value is there (`?`) or is not (`!`). */
export type TemplateInline =
  | string
  | readonly ['$', name: string]
  | readonly ['b', content: readonly TemplateInline[]]
  | readonly ['a', href: string | readonly ['$', name: string], content: readonly TemplateInline[]]
  | readonly ['?' | '!', name: string, content: readonly TemplateInline[]]

/** A block of a template: a heading, with the clause that it opens; a paragraph; a list item; or a section, repeated when its name is a list. */
export type TemplateBlock =
  | readonly ['h', level: number, content: readonly TemplateInline[], clause?: Clause]
  | readonly ['p', content: readonly TemplateInline[]]
  | readonly ['ul', content: readonly TemplateInline[]]
  | readonly ['ol', content: readonly TemplateInline[]]
  | readonly ['?', name: string, blocks: readonly TemplateBlock[]]
  | readonly ['!', name: string, blocks: readonly TemplateBlock[]]

/** A template as it was parsed when the package was built, so that a browser parses no Markdown. */
export type TemplateTree = readonly TemplateBlock[]

/** The wording of an agreement in one language. Shipped ones are at `licet/templates/<locale>/<name>`; `parseTemplate()` reads one of your own. */
export interface Template {
  /** By which a provider knows it, with `locale` and `version`. */
  readonly name: string
  /** Language of the text, a BCP 47 tag: it becomes the agreement's. */
  readonly locale: string
  /** 1 for the first wording that was published under this name, one more for each that followed. */
  readonly version: number
  /** The parsed text. */
  readonly tree: TemplateTree
  /** Labels of data and use cases, dates and lists in the language of the text. */
  readonly words: TemplateWords
}
