import { headingId } from '../tree.ts'

/** A heading and the text up to the next heading. */
export interface ClauseText {
  readonly heading: string
  readonly id: string
  readonly text: string
}

const HEADING = /^ {0,3}#{1,6}(?=[ \t]|$)/
/** The line below a heading (CommonMark 0.31, section 4.3). */
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/
/** A line that is no paragraph, so that a line of hyphens below it is a rule. */
const NO_PARAGRAPH = /^(?: {4}|\t|[ \t]*(?:$|[>|#]|[-*+][ \t]|\d{1,9}[.)][ \t]|([-*_])[ \t]*(?:\1[ \t]*){2,}$))/
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
// A text with more headings is compared as one clause.
const MAX_CLAUSES = 10_000
// Maximum number of clauses that are compared in pairs to find renamed ones.
const MAX_RENAMED = 40
// Share of common words from which two clauses count as one that was renamed.
const SIMILAR = 0.5

/** Splits a text at its headings of both styles. The parts joined are the text. */
export function splitClauses(text: string): ClauseText[] {
  const clauses: { heading: string; id: string; text: string }[] = []
  let fence = ''
  let paragraph = ''
  for (const line of splitLines(text)) {
    const last = clauses.at(-1)
    const bare = line.trimEnd()
    const isCode = fence !== ''
    if (isCode && bare.replace(/^[ \t>]*/, '').startsWith(fence) && /^[ \t>]*[`~]+$/.test(bare)) fence = ''
    else if (!isCode) fence = FENCE.exec(bare)?.[1] ?? ''
    if (!isCode && HEADING.test(bare)) clauses.push(openClause(line.replace(HEADING, '').replace(/[ \t]#+[ \t]*$/m, ''), line))
    else if (!isCode && paragraph !== '' && last && UNDERLINE.test(bare)) {
      last.text = last.text.slice(0, -paragraph.length)
      if (last.text === '' && last.heading === '') clauses.pop()
      clauses.push(openClause(paragraph, paragraph + line))
    } else if (last) last.text += line
    else clauses.push({ heading: '', id: '', text: line })
    const isParagraph = !isCode && fence === '' && !NO_PARAGRAPH.test(bare) && !UNDERLINE.test(bare)
    paragraph = isParagraph ? paragraph + line : ''
  }
  return clauses.length > MAX_CLAUSES ? [{ heading: '', id: '', text }] : clauses
}

function openClause(content: string, text: string): { heading: string; id: string; text: string } {
  const heading = content
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return { heading, id: headingId(heading), text }
}

/**
 * Finds the clause of the first text for each clause of the second, as a map of indices.
 *
 * Matches by heading first (the n-th with the n-th), then by equal bodies, then by similar bodies.
 */
export function* matchClauses(before: readonly ClauseText[], after: readonly ClauseText[]): Generator<void, Map<number, number>> {
  const partner = new Map<number, number>()
  const taken = new Set<number>()
  const pair = (key: (clause: ClauseText) => string | undefined) => {
    const places = new Map<string, number[]>()
    // Filled from the end, so that pop() returns the first one.
    for (let at = before.length - 1; at >= 0; at--) {
      const clause = before[at]
      if (clause === undefined || taken.has(at)) continue
      const name = key(clause)
      const list = name === undefined ? undefined : places.get(name)
      if (list) list.push(at)
      else if (name !== undefined) places.set(name, [at])
    }
    after.forEach((clause, at) => {
      const name = partner.has(at) ? undefined : key(clause)
      const old = name === undefined ? undefined : places.get(name)?.pop()
      if (old === undefined) return
      partner.set(at, old)
      taken.add(old)
    })
  }
  pair((clause) => `${clause.id}\n${clause.text}`)
  yield
  pair((clause) => clause.id)
  yield
  pair(bodyOf)
  yield
  const unmatched = [...before.keys()]
    .filter((at) => !taken.has(at))
    .slice(0, MAX_RENAMED)
    .map((at) => ({ at, words: wordSet(before[at]?.text ?? '') }))
  const fresh = [...after.keys()].filter((at) => !partner.has(at)).slice(0, MAX_RENAMED)
  for (const at of fresh) {
    if (unmatched.length === 0) break
    const words = wordSet(after[at]?.text ?? '')
    const nearest = unmatched
      .map((old) => ({ old, similarity: similarityOf(old.words, words) }))
      .sort((a, b) => b.similarity - a.similarity)[0]
    if (!nearest || nearest.similarity < SIMILAR) continue
    partner.set(at, nearest.old.at)
    unmatched.splice(unmatched.indexOf(nearest.old), 1)
  }
  return partner
}

// Empty bodies are not equal: undefined matches nothing.
function bodyOf(clause: ClauseText): string | undefined {
  return clause.text.slice(clause.text.indexOf('\n') + 1).trim() || undefined
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu))
}

function similarityOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / Math.max(1, a.size + b.size - shared)
}

/** Splits a text after each line feed. The lines joined are the text. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
