import { isFormattable } from '../is-formattable.ts'
import { type MarkdownNode, parseMarkdown, visitNodes } from '../markdown/parse-markdown.ts'
import { type Block, createBlock } from './block.ts'
import { BlockText } from './block-text.ts'
import { isBold } from './judged.ts'

const FRONT_MATTER = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n[\w-]{1,40}[ \t]*[:=][\s\S]*?\n\1[ \t]*(?:\r?\n|$)/
/** A part of a sentence that begins above: `(b) the recordings`. */
const LETTERED = /^\([a-z\d]{1,3}\)\s/
const MAX_LEAD_CHARS = 60
const MARK_OF_LINE = /^[ \t]*(?:(#{1,6})[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+)?/

/** Returns the text of Markdown as people read it, without its marks. */
export function plainText(markdown: string): string {
  return readBlocks(markdown)
    .map(({ text }) => text)
    .join('\n')
}

/**
 * Reads the blocks of a Markdown text in their order. Front matter, HTML, images and blocks of code are not among them.
 *
 * A text that a parser would need too long for is read line by line, without its inline marks.
 */
export function readBlocks(source: string): readonly Block[] {
  const [frontMatter = ''] = FRONT_MATTER.exec(source) ?? []
  const bare = frontMatter.replace(/[^\n]/g, ' ') + source.slice(frontMatter.length)
  // Spaces in the place of the front matter look like deep nesting.
  return isFormattable(source.slice(frontMatter.length)) ? new BlockReader(bare).read() : readLines(bare)
}

class BlockReader {
  readonly #source: string
  readonly #root: MarkdownNode
  readonly #urls = new Map<string, string>()
  readonly #blocks: Block[] = []
  #heading: Block | undefined
  #lead: Block | undefined
  /** The numbers of the items around. */
  #path: readonly number[] = []

  constructor(source: string) {
    this.#source = source
    this.#root = parseMarkdown(source)
    visitNodes(this.#root, ({ type, identifier, url }) => {
      if (type === 'definition' && identifier !== undefined && url !== undefined) this.#urls.set(identifier, url)
    })
  }

  read(): readonly Block[] {
    this.#walk(this.#root, {})
    return this.#blocks
  }

  #walk(node: MarkdownNode, facts: Partial<Block>): void {
    const { type, children = [], depth } = node
    if (type === 'heading') {
      this.#lead = undefined
      this.#heading = this.#push('heading', [children], { depth, heading: undefined })
    } else if (type === 'paragraph') {
      const block = this.#push(facts.isItem === true ? 'item' : 'paragraph', [children], facts)
      const isLead = block.text.trimEnd().endsWith(':') || isBold(block)
      if (facts.isItem !== true && !LETTERED.test(block.text)) this.#lead = isLead ? block : undefined
    } else if (type === 'list') this.#walkList(node)
    else if (type === 'table') this.#walkTable(node)
    else if (type !== 'code') for (const child of children) this.#walk(child, facts)
  }

  #walkList({ children = [], ordered, start, position }: MarkdownNode): void {
    const markers = children.map((item) => this.#markerOf(item))
    // Markdown counts a list whose items all have the same number.
    const isCounted = new Set(markers).size === 1
    const list = position.start.offset
    const above = this.#blocks.at(-1)
    const outer = this.#lead
    const path = this.#path
    // A short line above a list is about its items, with a colon or without.
    const isLead = above !== undefined && above.kind !== 'heading' && above.kind !== 'row' && above.text.length <= MAX_LEAD_CHARS
    if (above?.text.trimEnd().endsWith(':') || isLead) this.#lead = above
    children.forEach((item, at) => {
      const number = ordered ? (isCounted ? (start ?? 1) + at : markers[at]) : undefined
      this.#path = number === undefined ? path : [...path, number]
      item.children?.forEach((child, childAt) => {
        const own = childAt === 0 && number !== undefined ? { item: { number, list, path: this.#path } } : {}
        this.#walk(child, { isItem: true, ...own })
      })
    })
    this.#lead = outer
    this.#path = path
  }

  #walkTable({ children = [] }: MarkdownNode): void {
    const [head, ...rows] = children.map((row) => row.children?.map((cell) => cell.children ?? []) ?? [])
    const header = this.#push('row', head ?? [], { isHeader: true })
    for (const row of rows) this.#push('row', row, { header })
  }

  #push(kind: Block['kind'], cells: readonly (readonly MarkdownNode[])[], facts: Partial<Block>): Block {
    const text = new BlockText(this.#source, this.#urls)
    cells.forEach((cell, at) => {
      if (at > 0) text.addSeparator(cell[0]?.position.start.offset)
      for (const node of cell) text.add(node)
    })
    const block = createBlock({ kind, ...text.read(), heading: this.#heading, lead: this.#lead, ...facts })
    if (block.text.trim() !== '') this.#blocks.push(block)
    return block
  }

  #markerOf({ position }: MarkdownNode): number | undefined {
    const digits = /^\d{1,9}/.exec(this.#source.slice(position.start.offset, position.start.offset + 10))?.[0]
    return digits === undefined ? undefined : Number(digits)
  }
}

function readLines(source: string): Block[] {
  const blocks: Block[] = []
  let heading: Block | undefined
  let offset = 0
  for (const line of source.split('\n')) {
    const [mark = '', hashes] = MARK_OF_LINE.exec(line) ?? []
    const text = line.slice(mark.length)
    const start = offset + mark.length
    offset += line.length + 1
    if (text.trim() === '') continue
    if (hashes === undefined) blocks.push(createBlock({ kind: mark.trim() === '' ? 'paragraph' : 'item', text, start, heading }))
    else {
      heading = createBlock({ kind: 'heading', text, start, depth: hashes.length })
      blocks.push(heading)
    }
  }
  return blocks
}
