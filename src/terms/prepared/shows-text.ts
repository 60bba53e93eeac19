import { toMarkdown } from '../to-markdown.ts'
import { type TermsElement, type TermsText, type TermsTree, textOf } from '../tree.ts'

type Node = TermsTree | TermsElement | TermsText

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const CHARACTER_REFERENCE = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g
/** The attributes whose words a screen shows. */
const SHOWN_PROPERTIES = ['href', 'title', 'src', 'alt']
/** What a parser writes for footnotes: a heading that no screen shows, and links between the notes and the text. */
const FOOTNOTE = /^#?user-content-fn/
const FOOTNOTE_NUMBER = /^\d*$/
const FOOTNOTE_START = /\[\^[^[\]\s]+\]:/g
/** What a document need not show: the marks at the start of a line, and the labels of footnotes. */
const UNSHOWN = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+|\[\^[^[\]\s]+\]/gm

/**
 * Returns whether a document shows a Markdown text: it is the document from which the text was written, or every word of one is a word of the
 * other, in the same order.
 *
 * It needs no parser, so it does not compare the formatting of a parsed document. The words of a footnote may stand elsewhere, because a document
 * collects its footnotes at its end.
 */
export function showsText(tree: TermsTree, text: string): boolean {
  try {
    return toMarkdown(tree) === text || hasSameWords(tree, text)
  } catch {
    // It is not a tree, or too deep.
    return false
  }
}

function hasSameWords(tree: TermsTree, text: string): boolean {
  const plain = text.replace(CHARACTER_REFERENCE, decode).replace(ESCAPE, '')
  const written = [...wordsOf(plain)]
  const known = new Set(written)
  const shown: string[] = []
  const linked: string[] = []
  const notes: string[][] = []
  visit(tree, shown)
  return (
    notes.every((note) => takeNote(note, plain, written)) &&
    isSubsequence(shown, written) &&
    linked.every((word) => known.has(word)) &&
    covers([...shown, ...linked, ...notes.flat()], wordsOf(plain.replace(UNSHOWN, '')))
  )

  function visit(node: Node, into: string[]): void {
    if (!('children' in node)) {
      into.push(...wordsOf(String(node.value ?? '')))
      return
    }
    const { id, ...properties }: Record<string, unknown> = 'properties' in node ? node.properties : {}
    if (id === 'footnote-label') return
    const isReference = FOOTNOTE.test(String(properties.href))
    if (isReference && FOOTNOTE_NUMBER.test(wordsOf(textOf(node)).join(''))) return
    for (const name of SHOWN_PROPERTIES)
      if (properties[name] !== undefined) linked.push(...wordsOf(decodeAddress(properties[name])))
    const own = !isReference && FOOTNOTE.test(String(id)) ? [] : into
    if (own !== into) notes.push(own)
    for (const child of node.children) visit(child, own)
  }
}

function decode(reference: string, hexadecimal: string | undefined, decimal = ''): string {
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference
}

function decodeAddress(value: unknown): string {
  try {
    return decodeURI(String(value))
  } catch {
    return String(value)
  }
}

function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? []
}

/** Returns whether a footnote has words that begin at a label, and leaves no room for them elsewhere. */
function takeNote(note: readonly string[], plain: string, written: string[]): boolean {
  for (const { 0: label, index } of plain.matchAll(FOOTNOTE_START)) {
    const end = wordsOf(plain.slice(0, index + label.length)).length
    // A document shows a label that is not the number of the footnote.
    for (const start of [end, end - wordsOf(label).length]) {
      if (!note.every((word, at) => written[start + at] === word)) continue
      written.fill('', start, start + note.length)
      return true
    }
  }
  return false
}

function isSubsequence(words: readonly string[], of: readonly string[]): boolean {
  let at = 0
  return words.every((word) => {
    at = of.indexOf(word, at) + 1
    return at > 0
  })
}

/** Returns whether each of the words occurs at least as often in the others. */
function covers(others: readonly string[], words: readonly string[]): boolean {
  const left = new Map<string, number>()
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1)
  return words.every((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
}
