import { type TermsElement, type TermsText, type TermsTree, textOf } from './tree.ts'

// These may begin markup inside a line. A backslash before them makes them text (CommonMark 0.31, section 2.4).
const INLINE = /[\\`*_[\]<>~|]|&(?=#?\w)/g
// These may begin a heading, a quote, a list or a rule at the start of a block.
export const BLOCK_START: RegExp = /^(?:[#>+=-]|\d{1,9}(?=[.)](?:\s|$)))/
// A number sign can end a heading. The number sign of a character reference cannot.
const HASH = /&#x[\da-f]+;|#/g
const EDGE = /[\s\p{P}\p{S}]/u
const BARE_URL = /^[^\s<>()\\&]+$/

/** Writes a tree as Markdown that parses to the same tree. Each paragraph, heading and item is one line that ends with LF. */
export function toMarkdown(tree: TermsTree): string {
  return `${tree.children.filter(isElement).map(writeBlock).join('\n\n')}\n`
}

function writeBlock(block: TermsElement): string {
  const level = /^h([1-6])$/.exec(block.tagName)
  if (level)
    return `${'#'.repeat(Number(level[1]))} ${writeInlines(block.children).replace(HASH, (found) => (found === '#' ? '\\#' : found))}`
  if (block.tagName === 'p') return writeLine(block.children)
  if (block.tagName === 'm') return textOf(block)
  const items = block.children.filter(isElement)
  return items.map((item, at) => `${block.tagName === 'ol' ? `${at + 1}.` : '-'} ${writeLine(item.children)}`).join('\n')
}

function writeLine(nodes: TermsElement['children']): string {
  const line = writeInlines(nodes)
  return line.replace(BLOCK_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
}

function writeInlines(nodes: TermsElement['children']): string {
  return nodes
    .map((node, at) => {
      if (node.type === 'text') return writeText(node.value, isBold(nodes[at - 1]), isBold(nodes[at + 1]))
      const inner = writeInlines(node.children)
      return isBold(node) ? `**${inner}**` : `[${inner}](${writeUrl(node.properties.href ?? '')})`
    })
    .join('')
}

// When bold text ends with punctuation, as in "Acme Inc.", `**` closes it only beside white space or punctuation (CommonMark 0.31, section
// 6.2). A letter beside `**` becomes a character reference, which begins and ends with punctuation.
function writeText(value: string, afterBold: boolean, beforeBold: boolean): string {
  const inside = [...value]
  const head = afterBold ? writeTouching(inside.shift()) : ''
  const tail = beforeBold ? writeTouching(inside.pop()) : ''
  return head + escapeText(inside.join('')) + tail
}

/** Writes a character beside emphasis: a letter becomes a character reference. */
export function writeTouching(char = ''): string {
  return char === '' || EDGE.test(char) ? escapeText(char) : `&#x${char.codePointAt(0)?.toString(16)};`
}

/** Escapes text within a line, so that Markdown reads no markup in it. */
export function escapeText(value: string): string {
  return value.replace(INLINE, (mark) => `\\${mark}`)
}

// A URL that Markdown could end early or read as an entity stands in angle brackets.
function writeUrl(href: string): string {
  return BARE_URL.test(href) ? href : `<${href.replace(/[\\<>&]/g, (mark) => `\\${mark}`)}>`
}

function isBold(node: TermsElement | TermsText | undefined): boolean {
  return node?.type === 'element' && node.tagName === 'strong'
}

function isElement(node: TermsElement | TermsText): node is TermsElement {
  return node.type === 'element'
}
