import { nameCharacter, replaceInvisible } from '../../core/invisible.ts'
import { headingId } from '../../terms/tree.ts'
import { prepareLink } from './prepare-link.ts'
import { element, revealHidden, type TermsNode, text, textOf } from './terms-node.ts'

/** A heading of the terms. */
export interface TermsHeading {
  /** Id of the heading on this page. */
  readonly id: string
  readonly text: string
  /** Level relative to the highest level of the text, which is 1. */
  readonly level: number
}

/** Words that are added to the text, in the language of the interface. */
export interface TermsWords {
  readonly leaves: (host: string) => string
  readonly image: (text: string) => string
  readonly blocked: string
}

/** Options of {@link prepareTerms}. */
export interface PrepareOptions {
  /** Prefix of each id, so that two documents on a page do not clash. */
  readonly prefix: string
  /** Level of the highest heading of the text on this page. */
  readonly headingLevel: number
  readonly words: TermsWords
}

/** A document that is safe to show. */
export interface PreparedTerms {
  readonly children: TermsNode[]
  readonly headings: readonly TermsHeading[]
  /** Hidden characters were found. They are shown as marks. */
  readonly marked: boolean
}

const ALLOWED = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li a strong em del code pre blockquote table thead tbody tr th td hr br sup section'.split(' '),
)
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
}
/** Below this depth elements are flat, because very deep trees slow browsers down. */
const DEPTH_LIMIT = 40
const HEADING = /^h([1-6])$/
/** A heading with a number, such as “2. Data”, “Section 2” or “IV) Data”. */
const NUMBERED = /\p{N}|^\W?(?:[ivxlc]+|\w)[.):]/iu

/**
 * Makes a parsed document safe to show.
 *
 * - Only harmless elements stay, and images become their text, address and title.
 * - Headings get ids, and start below the heading of the page. Clauses get a mark for their number, unless the text numbers them.
 * - Links show the host that they lead to.
 * - Table cells get the name of their column, for narrow screens.
 * - Hidden characters become visible marks.
 *
 * The shipped trees and the output of the Markdown parser both pass through here, so both give the same DOM.
 */
export function prepareTerms(root: { readonly children: readonly TermsNode[] }, options: PrepareOptions): PreparedTerms {
  const headings: TermsHeading[] = []
  const clauses: TermsNode[] = []
  const used = new Map<string, number>()
  const highest = findHighestLevel(root.children)
  let marked = false

  const uniqueId = (text: string): string => {
    const id = headingId(text)
    const count = (used.get(id) ?? 0) + 1
    used.set(id, count)
    return `${options.prefix}${id}${count === 1 ? '' : `-${count}`}`
  }
  const markText = (value: string, into: TermsNode[]): TermsNode[] => {
    const pieces = replaceInvisible(value, (char) => `\0${nameCharacter(char)}\0`).split('\0')
    for (const [at, piece] of pieces.entries()) {
      if (at % 2 === 1) {
        marked = true
        into.push(element('span', { className: 'licet-terms-mark' }, [text(piece)]))
      } else if (piece !== '') into.push({ type: 'text', value: piece })
    }
    return into
  }
  // Loops: each node of a text is visited before it can be read.
  const visitAll = (nodes: readonly TermsNode[], depth: number, labels?: readonly string[]): TermsNode[] => {
    const into: TermsNode[] = []
    for (const node of nodes)
      if (node.type === 'text' || node.type === 'raw') markText(node.value ?? '', into)
      else if (node.type === 'element') for (const shown of visit(node, depth, labels)) into.push(shown)
    return into
  }
  const visit = (node: TermsNode, depth: number, labels?: readonly string[]): TermsNode[] => {
    if (node.tagName === undefined) return []
    const { tagName, properties = {}, children = [] } = node
    if (tagName === 'img')
      return [element('span', { className: 'licet-terms-image' }, markText(options.words.image(imageText(properties)), []))]
    if (tagName === 'input') return [text(properties.checked === true ? '☑ ' : '☐ ')]
    // The parser adds an English heading above the footnotes. It is no part of the signed text.
    if (properties.id === 'footnote-label') return []
    const level = Number(HEADING.exec(tagName)?.[1] ?? 0)
    if (level > 0) {
      const own = level - highest + 1
      const title = textOf(node).trim()
      const id = uniqueId(title)
      headings.push({ id, text: revealHidden(title), level: own })
      const heading = element(
        `h${Math.min(6, own + options.headingLevel - 1)}`,
        { id, tabIndex: -1 },
        visitAll(children, depth + 1),
      )
      if (own === 2) clauses.push(heading)
      return [heading]
    }
    if (tagName === 'a') return prepareLink(String(properties.href ?? ''), properties, visitAll(children, depth + 1), options)
    const inner = visitAll(children, depth + 1, tagName === 'table' ? columnLabels(node) : labels)
    if (!ALLOWED.has(tagName) || depth > DEPTH_LIMIT) return inner
    const kept: Record<string, unknown> = {}
    if (tagName === 'ol' && typeof properties.start === 'number') kept.start = properties.start
    if (tagName === 'li' && typeof properties.value === 'number') kept.value = properties.value
    if (typeof properties.id === 'string') kept.id = options.prefix + properties.id
    if (ROLES[tagName] !== undefined) kept.role = ROLES[tagName]
    // On a narrow screen each cell is a block and shows the name of its column.
    if (tagName === 'tr' && labels !== undefined) {
      inner
        .filter((cell) => cell.tagName === 'td')
        .forEach((cell, at) => {
          cell.properties = { ...cell.properties, dataLabel: labels[at] ?? '' }
        })
    }
    return [element(tagName, kept, inner)]
  }
  const children = visitAll(root.children, 0)
  if (!clauses.some((clause) => NUMBERED.test(textOf(clause))))
    for (const clause of clauses) clause.properties = { ...clause.properties, dataClause: '' }
  return {
    children,
    headings,
    get marked() {
      return marked
    },
  }
}

function imageText({ alt, src, title }: Readonly<Record<string, unknown>>): string {
  return [alt, src && `(${src})`, title && `"${title}"`].filter(Boolean).join(' ')
}

function columnLabels(table: TermsNode): string[] {
  const head = table.children?.find((node) => node.tagName === 'thead')
  const row = head?.children?.find((node) => node.tagName === 'tr')
  return (row?.children ?? []).filter((node) => node.tagName === 'th').map((cell) => textOf(cell).trim())
}

/** Returns the level of the highest heading, 1 for `h1`. */
function findHighestLevel(nodes: readonly TermsNode[]): number {
  let highest = 6
  let row = nodes
  for (let depth = 0; depth <= DEPTH_LIMIT && row.length > 0; depth++) {
    const below: TermsNode[] = []
    for (const { tagName = '', children = [] } of row) {
      highest = Math.min(highest, Number(HEADING.exec(tagName)?.[1] ?? 6))
      for (const child of children) below.push(child)
    }
    row = below
  }
  return highest
}
