import type { LicetError, LintFinding } from '../core/errors.ts'
import { nearestWord } from './nearest-word.ts'
import { parseInlines } from './parse-inlines.ts'
import { CLAUSES, type Clause } from './summary-order.ts'
import type { Template, TemplateBlock, TemplateInline } from './template.ts'
import { INCLUDE, type Line, readLines } from './template-lines.ts'
import { checkName, Faults, type Scope, TemplateSource } from './template-source.ts'
import { headingId } from './tree.ts'
import type { TemplateWords } from './words.ts'

/** Options of {@link parseTemplate}. */
export interface ParseTemplateOptions {
  /** Name of the template without its language, for example `receipt-sharing`. Errors contain it. */
  readonly name: string
  /** Language of the text as a BCP 47 tag. */
  readonly locale: string
  /** Number of the wording under this name. Default: 1. */
  readonly version?: number | undefined
  readonly words: TemplateWords
  /** File name for errors. Default: `<locale>/<name>.md`. */
  readonly file?: string | undefined
  /** Returns the source of `{{> name}}`, or `undefined` when it does not exist. */
  readonly include?: ((name: string) => string | undefined) | undefined
  /** Called for each fault in the order of the text. The first fault is thrown at the end. */
  readonly onFault?: ((finding: LintFinding) => void) | undefined
}

const SECTION = /^\{\{([#^/])([\w.]+)\}\}$/
const HEADING = /^(#{1,6})[ \t]+([^ \t].*)$/
const CLAUSE = /\{#([a-z]+)\}$/
const ITEM = /^(?:([-])|(\d{1,9})\.)[ \t]+(?=\S)/
const UNSUPPORTED = /^(?:[>+*=|]|-|```|~~~|\d{1,9}[.)]|#{1,6}(?!\S)|#{7})/
const MAX_SOURCE_CHARS = 1024 * 1024

type Open = {
  readonly kind: '?' | '!'
  readonly name: string
  readonly blocks: TemplateBlock[]
  readonly scope: Scope
  readonly at: Line
}

/**
 * Parses a template: Markdown with placeholders and sections.
 *
 * Markdown may have headings, paragraphs, flat lists, bold and links. `{{name}}` is a placeholder, `{{#name}}…{{/name}}` a section for a
 * present value or each item of a list, `{{^name}}…{{/name}}` a section for an absent value, and `{{> name}}` an include. All other markup
 * is refused.
 *
 * @throws {LicetError} `invalid_template` or `unfilled_placeholder`. `finding` has file, line, column, rule and fix.
 * @example
 * const template = parseTemplate(markdown, { name: 'shop', locale: 'en', words })
 */
export function parseTemplate(markdown: string, options: ParseTemplateOptions): Template {
  const { name, locale, words, version = 1 } = options
  const tree = parseTree(markdown, options)
  return { name, locale, version, tree, words }
}

/** Parses a template to its tree, without the words of a language. The build calls it for shipped templates. */
export function parseTree(markdown: string, options: Omit<ParseTemplateOptions, 'words' | 'version'>): readonly TemplateBlock[] {
  const file = options.file ?? `${options.locale}/${options.name}.md`
  const root = new TemplateSource(markdown, file)
  const faults = new Faults(options.onFault)
  if (markdown.length > MAX_SOURCE_CHARS) {
    faults.add(root.fault(0, 'too_long', 'The template is longer than 1 MiB.', 'Shorten it.'))
    faults.end()
  }
  const whole: Open = {
    kind: '?',
    name: '',
    blocks: [],
    scope: { lists: [], present: [], depth: 0 },
    at: { text: '', line: 1, source: root },
  }
  const stack = [whole]
  const ids = new Map<string, Line>()
  const clauses = new Set<Clause>()
  let paragraph: Line[] = []
  let item: { kind: 'ul' | 'ol'; lines: Line[] } | undefined

  for (const line of readLines(root, options)) faults.attempt(() => readLine(line))
  endText()
  endSections()
  for (const missing of CLAUSES.filter((clause) => !clauses.has(clause))) {
    faults.add(
      root.fault(
        0,
        'missing_clause',
        `No heading opens the clause ${missing}, which every license needs.`,
        `End the heading of this clause with {#${missing}}.`,
      ),
    )
  }
  faults.end()
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
      throw fault(
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
      throw fault(line, 'unsupported_markdown', 'A line begins with spaces, which Markdown may read as code.', 'Remove the spaces.')
    }
    if (item)
      throw fault(
        line,
        'unsupported_markdown',
        'A line follows a list item without a blank line or an indent, so it may belong to the item or not.',
        'Indent it by two spaces, or write a blank line before it.',
      )
    if (UNSUPPORTED.test(line.text)) {
      throw fault(
        line,
        'unsupported_markdown',
        'The line begins with Markdown that templates do not support.',
        'Use headings, paragraphs, lists with - or 1., bold and links. For plain text, write a backslash before the mark.',
      )
    }
    paragraph.push(line)
  }

  function readSection(mark: '#' | '^' | '/', name: string, line: Line): void {
    const at = line.text.indexOf('{{')
    if (mark === '/') {
      const open = stack.length > 1 ? stack.pop() : undefined
      if (open?.name !== name)
        throw fault(
          line,
          'unclosed_section',
          `{{/${name}}} closes a section that is not open here.`,
          `Open it with {{#${name}}}, or remove this line.`,
        )
      top().blocks.push([open.kind, open.name, open.blocks])
      return
    }
    const { scope } = top()
    const inner = faults.attempt(() => checkName(line.source, line.source.offsetOf(line.line, at), name, mark, scope)) ?? scope
    stack.push({ kind: mark === '#' ? '?' : '!', name, blocks: [], scope: inner, at: line })
  }

  function readHeading(heading: RegExpExecArray, line: Line): void {
    const [, hashes = '', whole = ''] = heading
    const clause = CLAUSE.exec(whole)?.[1]
    const text = whole.replace(CLAUSE, '').trimEnd()
    const known = CLAUSES.find((one) => one === clause)
    if (clause !== undefined && known === undefined) {
      const near = nearestWord(clause, CLAUSES)
      throw fault(
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
        fault(
          line,
          'duplicate_heading',
          'The heading has no letters, or the same text as another one, so a link to it is ambiguous.',
          'Give each heading a different text.',
        ),
      )
    ids.set(id, line)
    if (known === undefined) {
      top().blocks.push(['h', hashes.length, content])
      return
    }
    endSections()
    if (clauses.has(known))
      throw fault(line, 'duplicate_clause', `A second heading opens the clause ${known}.`, `Remove {#${known}} from one of them.`)
    clauses.add(known)
    top().blocks.push(['h', hashes.length, content, known])
  }

  function endText(): void {
    if (paragraph.length > 0) top().blocks.push(['p', inlines(paragraph)])
    if (item) top().blocks.push([item.kind, inlines(item.lines)])
    paragraph = []
    item = undefined
  }

  function endSections(): void {
    for (const open of stack.splice(1)) faults.add(unclosed(open))
  }

  function inlines(lines: readonly Line[]): readonly TemplateInline[] {
    const { scope } = top()
    return faults.attempt(() => parseInlines(lines, scope, faults)) ?? []
  }

  function top(): Open {
    return stack.at(-1) ?? whole
  }
}

function fault(line: Line, rule: string, message: string, fix: string): LicetError {
  return line.source.fault(line.source.offsetOf(line.line, 0), rule, message, fix)
}

function unclosed(open: Open): LicetError {
  const message = `The section ${open.name} is still open at the next clause or at the end.`
  return fault(open.at, 'unclosed_section', message, `Write {{/${open.name}}} where it ends.`)
}
