import { headingId } from '../../terms/tree.ts'

/** A node of the document: hast, as far as we read it. */
export interface TermsNode {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: TermsNode[]
  value?: string
}

/** A heading of the terms. */
export interface TermsHeading {
  /** Id on this page. */
  readonly id: string
  readonly text: string
  /** 1 for the highest level that the text uses. */
  readonly level: number
}

/** The words that the document adds to the text, in the language of the interface. */
export interface TermsWords {
  readonly leaves: (host: string) => string
  readonly image: (text: string) => string
  readonly blocked: string
}

/** Options of {@link prepareTerms}. */
export interface PrepareOptions {
  /** Goes before each id, so that two documents on a page do not clash. */
  readonly prefix: string
  /** Level that the text's highest heading gets on this page. */
  readonly headingLevel: number
  readonly words: TermsWords
}

/** A document made safe to show. */
export interface PreparedTerms {
  readonly children: TermsNode[]
  readonly headings: readonly TermsHeading[]
  /** Invisible or direction-changing characters were found, and are shown as marks. */
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
/** Deeper than this, only the text is kept: no contract nests further, and a browser need not either. */
const DEPTH_LIMIT = 40
// Overrides, embeddings, isolates and zero-width characters can make a text read other than what is signed. A closed FSI … PDI keeps a value
// apart, as the shipped terms do (`isolateValue()`): harmless unless it holds what can turn it unseen.
const HIDDEN =
  /\u2068[^\n\u061C\u200B\u200E\u200F\u2060\uFEFF\u202A-\u202E\u2066-\u2069]*\u2069|[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu
const HEADING = /^h([1-6])$/

/**
 * Makes a parsed document safe and fitting to show: only harmless elements, headings below the page's own, ids on headings, links that say
 * where they lead, no image, tables that can reflow, hidden characters as marks.
 *
 * Both ways to a document, the shipped tree and the Markdown parser, pass through here: that is why they give the same DOM.
 */
export function prepareTerms(root: { readonly children: readonly TermsNode[] }, options: PrepareOptions): PreparedTerms {
  const headings: TermsHeading[] = []
  const used = new Map<string, number>()
  const highest = Math.min(...findLevels(root.children), 6)
  let marked = false

  const uniqueId = (text: string): string => {
    const id = headingId(text)
    const count = (used.get(id) ?? 0) + 1
    used.set(id, count)
    return `${options.prefix}${id}${count === 1 ? '' : `-${count}`}`
  }
  const markText = (value: string): TermsNode[] =>
    revealHidden(value, '\0')
      .split('\0')
      .flatMap((piece, at) => {
        if (at % 2 === 0) return piece === '' ? [] : [text(piece)]
        marked = true
        return [element('span', { className: 'licet-terms-mark' }, [text(piece)])]
      })
  const visitAll = (nodes: readonly TermsNode[], depth: number, labels?: readonly string[]): TermsNode[] =>
    nodes.flatMap((node) => visit(node, depth, labels))
  const visit = (node: TermsNode, depth: number, labels?: readonly string[]): TermsNode[] => {
    if (node.type === 'text' || node.type === 'raw') return markText(node.value ?? '')
    if (node.type !== 'element' || node.tagName === undefined) return []
    if (depth > DEPTH_LIMIT) return markText(textOf(node))
    const { tagName, properties = {}, children = [] } = node
    if (tagName === 'img')
      return [element('span', { className: 'licet-terms-image' }, [text(options.words.image(String(properties.alt ?? '')))])]
    if (tagName === 'input') return [text(properties.checked === true ? '☑ ' : '☐ ')]
    const level = Number(HEADING.exec(tagName)?.[1] ?? 0)
    if (level > 0) {
      const own = level - highest + 1
      const title = textOf(node).trim()
      const id = uniqueId(title)
      headings.push({ id, text: revealHidden(title), level: own })
      return [element(`h${Math.min(6, own + options.headingLevel - 1)}`, { id, tabIndex: -1 }, visitAll(children, depth + 1))]
    }
    if (tagName === 'a') return link(String(properties.href ?? ''), properties, visitAll(children, depth + 1), options)
    const inner = visitAll(children, depth + 1, tagName === 'table' ? columnLabels(node) : labels)
    if (!ALLOWED.has(tagName)) return inner
    const kept: Record<string, unknown> = {}
    if (tagName === 'ol' && typeof properties.start === 'number') kept.start = properties.start
    if (typeof properties.id === 'string') kept.id = options.prefix + properties.id
    if (ROLES[tagName] !== undefined) kept.role = ROLES[tagName]
    // On a narrow screen each cell stands alone and says which column it is of.
    if (tagName === 'tr' && labels !== undefined) {
      inner
        .filter((cell) => cell.tagName === 'td')
        .forEach((cell, at) => {
          cell.properties = { ...cell.properties, dataLabel: labels[at] ?? '' }
        })
    }
    return [element(tagName, kept, inner)]
  }
  return {
    children: visitAll(root.children, 0),
    headings,
    get marked() {
      return marked
    },
  }
}

/** The text of a node and all below it. */
export function textOf(node: TermsNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

/** Writes the names of invisible and direction-changing characters in their place, each between two of `edge`. */
export function revealHidden(value: string, edge = ' '): string {
  return value.replace(HIDDEN, (found) =>
    found.length > 1 ? found : `${edge}U+${found.charCodeAt(0).toString(16).toUpperCase()}${edge}`,
  )
}

function link(
  href: string,
  properties: Record<string, unknown>,
  children: TermsNode[],
  { prefix, words }: PrepareOptions,
): TermsNode[] {
  if (href.startsWith('#')) {
    const id = typeof properties.id === 'string' ? { id: prefix + properties.id } : {}
    return [element('a', { href: `#${prefix}${href.slice(1)}`, ...id }, children)]
  }
  const url = URL.canParse(href) ? new URL(href) : undefined
  if (url?.protocol === 'mailto:') return [element('a', { href: url.href }, children)]
  if (url === undefined || !/^https?:$/.test(url.protocol)) return [...children, note(` (${words.blocked})`, true)]
  // The host as the browser will go to it: a name in look-alike letters shows its xn-- form. Said aloud always; shown when the text claims another.
  const label = children.map(textOf).join('').trim()
  const claims = /^[^\s]+\.[^\s]+$/u.test(label) && !label.toLowerCase().includes(url.hostname)
  const leaves = note(` (${words.leaves(url.host)})`, claims || url.hostname.includes('xn--'))
  return [element('a', { href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' }, [...children, leaves])]
}

function note(value: string, visible: boolean): TermsNode {
  return element('span', { className: visible ? 'licet-terms-note' : 'licet-visually-hidden' }, [text(value)])
}

function columnLabels(table: TermsNode): string[] {
  const head = table.children?.find((node) => node.tagName === 'thead')
  const row = head?.children?.find((node) => node.tagName === 'tr')
  return (row?.children ?? []).filter((node) => node.tagName === 'th').map((cell) => textOf(cell).trim())
}

function findLevels(nodes: readonly TermsNode[], depth = 0): number[] {
  if (depth > DEPTH_LIMIT) return []
  return nodes.flatMap((node) => {
    const level = HEADING.exec(node.tagName ?? '')?.[1]
    return [...(level === undefined ? [] : [Number(level)]), ...findLevels(node.children ?? [], depth + 1)]
  })
}

function element(tagName: string, properties: Record<string, unknown>, children: TermsNode[]): TermsNode {
  return { type: 'element', tagName, properties, children }
}

function text(value: string): TermsNode {
  return { type: 'text', value }
}
