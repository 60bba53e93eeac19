import type { MarkdownNode } from '../markdown/parse-markdown.ts'
import type { LinkedText } from './block.ts'

/** Longest distance between a character and the escape or entity that it is written as. */
const MAX_ENTITY_CHARS = 12

/** Reads the text of a block from the nodes of its Markdown, and remembers at which offset each character stands. */
export class BlockText {
  readonly #source: string
  readonly #urls: ReadonlyMap<string, string>
  #text = ''
  #end = 0
  readonly #map: number[] = []
  readonly #hidden: (readonly [from: number, to: number])[] = []
  readonly #bold: (readonly [from: number, to: number])[] = []
  readonly #links: LinkedText[] = []

  /** @param urls Targets of the link definitions. */
  constructor(source: string, urls: ReadonlyMap<string, string>) {
    this.#source = source
    this.#urls = urls
  }

  add(node: MarkdownNode): void {
    const { type, value = '', children = [], position } = node
    const start = position.start.offset
    const end = position.end.offset
    const from = this.#text.length
    if (type === 'text' || type === 'inlineCode') this.#addText(value, start, end)
    else if (type === 'break') this.#addText('\n', start, end)
    for (const child of children) this.add(child)
    const range = [from, this.#text.length] as const
    if (type === 'inlineCode') this.#hidden.push(range)
    else if (type === 'strong') this.#bold.push(range)
    const url = type === 'link' ? node.url : type === 'linkReference' ? this.#urls.get(node.identifier ?? '') : undefined
    if (url !== undefined) this.#links.push({ range, url })
    this.#end = end
  }

  /** Adds the border between two cells. */
  addSeparator(offset: number | undefined): void {
    for (const char of ' | ') {
      this.#text += char
      this.#map.push(offset ?? this.#end)
    }
  }

  read() {
    const map = [...this.#map, this.#end]
    return { text: this.#text, map, hidden: this.#hidden, bold: this.#bold, links: this.#links }
  }

  // Escapes and entities make the source longer than the text.
  #addText(value: string, start: number, end: number): void {
    let at = start
    for (let index = 0; index < value.length; index++) {
      const found = this.#source.indexOf(value.charAt(index), at)
      if (found >= 0 && found < end && found - at <= MAX_ENTITY_CHARS) at = found
      this.#map.push(Math.min(at, Math.max(start, end - 1)))
      at++
    }
    this.#text += value
  }
}
