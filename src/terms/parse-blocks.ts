import type { LicetError } from '../core/errors.ts'
import { nearestWord } from './nearest-word.ts'
import { parseInlines } from './parse-inlines.ts'
import { CLAUSES, type Clause } from './summary-order.ts'
import type { TemplateBlock, TemplateInline } from './template.ts'
import { INCLUDE, type Line } from './template-lines.ts'
import { checkName, type Faults, type Scope } from './template-source.ts'
import { headingId } from './tree.ts'

/** A line that opens or closes a section. */
export const SECTION: RegExp = /^\{\{([#^/])([\w.]+)\}\}$/
const HEADING = /^(#{1,6})[ \t]+([^ \t].*)$/
const CLAUSE = /\{#([a-z]+)\}$/
const ITEM = /^(?:([-])|(\d{1,9})\.)[ \t]+(?=\S)/
const UNSUPPORTED = /^(?:[>+*=|]|-|```|~~~|\d{1,9}[.)]|#{1,6}(?!\S)|#{7})/

/** The scope outside of all sections. */
export const NO_SECTION: Scope = { lists: [], present: [], depth: 0 }

/** What the parts of a template have in common. */
export interface Seen {
  /** The ids of the headings. */
  readonly ids: Set<string>
  readonly clauses: Set<Clause>
}

type Open = {
  readonly kind: '?' | '!'
  readonly name: string
  readonly blocks: TemplateBlock[]
  readonly scope: Scope
  readonly at: Line | undefined
}

/** Returns whether a line is a heading that opens a clause. */
export function opensClause(line: Line): boolean {
  return CLAUSE.test(HEADING.exec(line.text)?.[2] ?? '')
}

/** Parses headings, paragraphs, flat lists, bold text and links: the Markdown from which the terms are written without a parser. */
export function parseBlocks(lines: readonly Line[], { ids, clauses }: Seen, faults: Faults): readonly TemplateBlock[] {
  const whole: Open = { kind: '?', name: '', blocks: [], scope: NO_SECTION, at: undefined }
  const stack = [whole]
  let paragraph: Line[] = []
  let item: { kind: 'ul' | 'ol'; lines: Line[] } | undefined
  for (const line of lines) faults.attempt(() => readLine(line))
  endText()
  for (const { at, name } of stack.splice(1)) if (at !== undefined) faults.add(unclosedError(at, name))
  return whole.blocks

  function readLine(line: Line): void {
    const bare = line.text.trim()
    const section = SECTION.exec(bare)
    if (bare === '' || section) endText()
    if (bare === '') return
    if (section) {
      readSection(section[1] as '#' | '^' | '/', section[2] ?? '', line)
      return
    }
    const included = INCLUDE.exec(line.text)
    if (included)
      throw faultAt(
        line,
        'unknown_include',
        `The include ${included[1]} does not exist, or it includes itself.`,
        `Put a file ${included[1]}.md next to the template, or remove this line.`,
      )
    const heading = HEADING.exec(line.text)
    if (heading) {
      endText()
      readHeading(heading, line)
      return
    }
    const marker = ITEM.exec(line.text)
    if (marker) {
      endText()
      const start = marker[0].length
      item = { kind: marker[1] === undefined ? 'ol' : 'ul', lines: [{ ...line, text: ' '.repeat(start) + line.text.slice(start) }] }
      return
    }
    if (/^\s/.test(line.text)) {
      if (item) {
        item.lines.push(line)
        return
      }
      throw faultAt(
        line,
        'unsupported_markdown',
        'A line begins with spaces, which Markdown may read as code.',
        'Remove the spaces.',
      )
    }
    if (item)
      throw faultAt(
        line,
        'unsupported_markdown',
        'A line follows a list item without a blank line or an indent, so it may belong to the item or not.',
        'Indent it by two spaces, or write a blank line before it.',
      )
    if (UNSUPPORTED.test(line.text))
      throw faultAt(line, 'unsupported_markdown', 'The line begins with a mark.', 'For plain text, write a backslash before it.')
    paragraph.push(line)
  }

  function readSection(mark: '#' | '^' | '/', name: string, line: Line): void {
    const at = line.text.indexOf('{{')
    if (mark === '/') {
      const open = stack.length > 1 ? stack.pop() : undefined
      if (open?.name !== name) throw notOpenError(line, name)
      top().blocks.push([open.kind, open.name, open.blocks])
      return
    }
    const { scope } = top()
    const inner = faults.attempt(() => checkName(line.source, line.source.offsetOf(line.line, at), name, mark, scope)) ?? scope
    stack.push({ kind: mark === '#' ? '?' : '!', name, blocks: [], scope: inner, at: line })
  }

  function readHeading(heading: RegExpExecArray, line: Line): void {
    const [, hashes = '', all = ''] = heading
    const clause = CLAUSE.exec(all)?.[1]
    const text = all.replace(CLAUSE, '').trimEnd()
    const known = CLAUSES.find((one) => one === clause)
    if (clause !== undefined && known === undefined) {
      const near = nearestWord(clause, CLAUSES)
      throw faultAt(
        line,
        'unknown_clause',
        `{#${clause}} is not a known clause.`,
        near === undefined ? `Use one of: ${CLAUSES.join(', ')}.` : `Did you mean {#${near}}?`,
      )
    }
    const id = headingId(text)
    const content = inlines([{ ...line, text: ' '.repeat(hashes.length + 1) + text }])
    if (id === '' || ids.has(id))
      faults.add(
        faultAt(
          line,
          'duplicate_heading',
          'The heading has no letters, or the same text as another one, so a link to it is ambiguous.',
          'Give each heading a different text.',
        ),
      )
    ids.add(id)
    if (known !== undefined && clauses.has(known))
      throw faultAt(line, 'duplicate_clause', `A second heading opens the clause ${known}.`, `Remove {#${known}} from one of them.`)
    if (known !== undefined) clauses.add(known)
    top().blocks.push(known === undefined ? ['h', hashes.length, content] : ['h', hashes.length, content, known])
  }

  function endText(): void {
    if (paragraph.length > 0) top().blocks.push(['p', inlines(paragraph)])
    if (item) top().blocks.push([item.kind, inlines(item.lines)])
    paragraph = []
    item = undefined
  }

  function inlines(content: readonly Line[]): readonly TemplateInline[] {
    const { scope } = top()
    return faults.attempt(() => parseInlines(content, scope, faults)) ?? []
  }

  function top(): Open {
    return stack.at(-1) ?? whole
  }
}

/** Makes the error for a fault at the start of a line. */
export function faultAt(line: Line, rule: string, message: string, fix: string): LicetError {
  return line.source.fault(line.source.offsetOf(line.line, 0), rule, message, fix)
}

/** Makes the error for a section that is not closed. */
export function unclosedError(line: Line, name: string): LicetError {
  const message = `The section ${name} is still open at the next clause or at the end.`
  return faultAt(line, 'unclosed_section', message, `Write {{/${name}}} where it ends.`)
}

/** Makes the error for the end of a section that is not open. The column counts from 0. */
export function notOpenError({ source, line }: Line, name: string, column = 0): LicetError {
  const message = `{{/${name}}} closes a section that is not open here.`
  return source.fault(source.offsetOf(line, column), 'unclosed_section', message, `Open it with {{#${name}}}, or remove this line.`)
}
