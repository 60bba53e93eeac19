import type { Nodes, PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { isFormattable } from '../is-formattable.ts'
import { type Block, createBlock, type LinkedText } from './block.ts'

/** A text as the rules read it: its blocks in reading order, and the Markdown that is not text. */
export interface LintDocument {
  readonly source: string
  readonly blocks: readonly Block[]
  /** HTML, comments and images, with their offsets. */
  readonly refused: readonly {
    readonly kind: 'front_matter' | 'raw_html' | 'html_comment' | 'image'
    readonly start: number
    readonly end: number
  }[]
}

const COLUMN_LINE = /^[ \t]*(?:(#{1,6})[ \t]+|(?:[-*+]|(\d{1,9})[.)])[ \t]+)?/

const FRONT_MATTER = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n[\w-]{1,40}[ \t]*[:=][\s\S]*?\n\1[ \t]*(?:\r?\n|$)/

/** Returns the text of Markdown as people read it, without its marks. */
export function plainText(markdown: string): string {
  return readDocument(markdown)
    .blocks.map(({ text }) => text)
    .join('\n')
}

/** Reads Markdown. A text that a parser would need too long for is read line by line, without its inline marks. */
export function readDocument(source: string): LintDocument {
  const [frontMatter = ''] = FRONT_MATTER.exec(source) ?? []
  const bare = frontMatter.replace(/[^\n]/g, ' ') + source.slice(frontMatter.length)
  const document = isFormattable(bare) ? readTree(bare) : { source, blocks: readLines(bare), refused: [] }
  if (frontMatter === '') return document
  const front = { kind: 'front_matter', start: 0, end: frontMatter.trimEnd().length } as const
  return { ...document, source, refused: [front, ...document.refused] }
}

function readTree(source: string): LintDocument {
  const root = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const blocks: Block[] = []
  const refused: LintDocument['refused'][number][] = []
  const urls = new Map<string, string>()
  for (const node of root.children) if (node.type === 'definition') urls.set(node.identifier, node.url)
  let heading: Block | undefined
  let lead: Block | undefined

  const push = (kind: Block['kind'], content: readonly (readonly PhrasingContent[])[], facts: Partial<Block> = {}) => {
    const text = new TextReader(source, urls)
    content.forEach((cell, at) => {
      if (at > 0) text.addSeparator(offsetOf(cell[0], 'start') ?? text.end)
      for (const node of cell) text.add(node)
    })
    for (const one of text.refused) refused.push(one)
    const block = createBlock({ kind, ...text.read(), heading, lead, ...facts })
    if (block.text.trim() !== '') blocks.push(block)
    return block
  }

  const walk = (node: Nodes, facts: Partial<Block>) => {
    switch (node.type) {
      case 'heading':
        lead = undefined
        heading = push('heading', [node.children], { depth: node.depth, lead: undefined, heading: undefined })
        break
      case 'paragraph': {
        const isItem = facts.item !== undefined || facts.isItem === true
        const block = push(isItem ? 'item' : 'paragraph', [node.children], facts)
        if (!isItem) lead = block.text.trimEnd().endsWith(':') ? block : undefined
        break
      }
      case 'list': {
        const markers = node.children.map((item) => markerOf(source, item.position?.start.offset ?? 0))
        // A list whose items all have the same number is counted by Markdown.
        const isCounted = new Set(markers).size === 1
        const list = node.position?.start.offset ?? 0
        const above = blocks.at(-1)
        const outer = lead
        if (above?.text.trimEnd().endsWith(':')) lead = above
        node.children.forEach((item, at) => {
          const number = node.ordered ? (isCounted ? (node.start ?? 1) + at : markers[at]) : undefined
          item.children.forEach((child, childAt) => {
            const own = childAt === 0 && number !== undefined ? { item: { number, list } } : {}
            walk(child, { isItem: true, ...own })
          })
        })
        lead = outer
        break
      }
      case 'table': {
        const [head, ...rows] = node.children
        const header = push(
          'row',
          (head?.children ?? []).map((cell) => cell.children),
          { isHeader: true },
        )
        for (const row of rows)
          push(
            'row',
            row.children.map((cell) => cell.children),
            { header },
          )
        break
      }
      case 'blockquote':
      case 'footnoteDefinition':
        for (const child of node.children) walk(child, facts)
        break
      case 'html':
        refused.push({ kind: htmlKind(node.value), ...rangeOf(node) })
        break
      case 'definition':
      case 'code':
      case 'thematicBreak':
        break
      default:
        if ('children' in node) for (const child of node.children) walk(child as Nodes, facts)
    }
  }
  walk(root, {})
  return { source, blocks, refused }
}

/** Reads the text of a block, and remembers from which offset each character comes. */
class TextReader {
  readonly #source: string
  readonly #urls: ReadonlyMap<string, string>
  #text = ''
  readonly #map: number[] = []
  readonly #hidden: (readonly [number, number])[] = []
  readonly #bold: (readonly [number, number])[] = []
  readonly #links: LinkedText[] = []
  readonly refused: LintDocument['refused'][number][] = []
  end = 0

  constructor(source: string, urls: ReadonlyMap<string, string>) {
    this.#source = source
    this.#urls = urls
  }

  add(node: PhrasingContent): void {
    const { start, end } = rangeOf(node)
    const from = this.#text.length
    if (node.type === 'text') this.#addText(node.value, start, end)
    else if (node.type === 'inlineCode') {
      this.#addText(node.value, start, end)
      this.#hidden.push([from, this.#text.length])
    } else if (node.type === 'break') this.#addText('\n', start, end)
    else if (node.type === 'html') this.refused.push({ kind: htmlKind(node.value), start, end })
    else if (node.type === 'image' || node.type === 'imageReference') this.refused.push({ kind: 'image', start, end })
    else if ('children' in node) {
      for (const child of node.children) this.add(child)
      const range = [from, this.#text.length] as const
      if (node.type === 'strong') this.#bold.push(range)
      const url = node.type === 'link' ? node.url : node.type === 'linkReference' ? this.#urls.get(node.identifier) : undefined
      if (url !== undefined) this.#links.push({ range, url, start })
    }
    this.end = end
  }

  addSeparator(offset: number): void {
    for (const char of ' | ') {
      this.#text += char
      this.#map.push(offset)
    }
  }

  read() {
    return {
      text: this.#text,
      map: [...this.#map, this.end],
      hidden: this.#hidden,
      bold: this.#bold,
      links: this.#links,
    }
  }

  // Escapes and entities make the source longer than the text.
  #addText(value: string, start: number, end: number): void {
    let at = start
    for (let index = 0; index < value.length; index++) {
      const char = value.charAt(index)
      const found = this.#source.indexOf(char, at)
      if (found >= 0 && found < end && found - at <= 12) at = found
      this.#map.push(Math.min(at, Math.max(start, end - 1)))
      at++
    }
    this.#text += value
  }
}

function rangeOf(node: Nodes): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
}

function offsetOf(node: Nodes | undefined, side: 'start' | 'end'): number | undefined {
  return node?.position?.[side].offset
}

function markerOf(source: string, offset: number): number | undefined {
  const digits = /^\d{1,9}/.exec(source.slice(offset, offset + 10))?.[0]
  return digits === undefined ? undefined : Number(digits)
}

function htmlKind(value: string): 'raw_html' | 'html_comment' {
  return value.trimStart().startsWith('<!--') ? 'html_comment' : 'raw_html'
}

function readLines(source: string): Block[] {
  const blocks: Block[] = []
  let heading: Block | undefined
  let offset = 0
  for (const line of source.split('\n')) {
    const [mark = '', hashes] = COLUMN_LINE.exec(line) ?? []
    const text = line.slice(mark.length)
    const start = offset + mark.length
    if (text.trim() !== '') {
      const kind = hashes !== undefined ? 'heading' : mark.trim() === '' ? 'paragraph' : 'item'
      const block = createBlock({
        kind,
        text,
        start,
        heading: kind === 'heading' ? undefined : heading,
        ...(hashes !== undefined && { depth: hashes.length }),
      })
      blocks.push(block)
      if (kind === 'heading') heading = block
    }
    offset += line.length + 1
  }
  return blocks
}
