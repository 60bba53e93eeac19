import type { LicetError, LintFinding } from '../core/errors.ts'
import { nearestWord } from './nearest-word.ts'
import { parseInlines } from './parse-inlines.ts'
import { CLAUSES, type Clause } from './summary-order.ts'
import type { Template, TemplateBlock, TemplateInline } from './template.ts'
import { checkName, Faults, type Scope, TemplateSource } from './template-source.ts'
import { headingId } from './tree.ts'
import type { TemplateWords } from './words.ts'

/** What {@link parseTemplate} takes beside the source. */
export interface ParseTemplateOptions {
  /** What it is called, beside its language: `receipt-sharing`. Errors name it. */
  readonly name: string
  /** Language of the text, a BCP 47 tag. */
  readonly locale: string
  /** Default: 1, the first wording under this name. */
  readonly version?: number | undefined
  readonly words: TemplateWords
  /** Named in errors. Default: `<locale>/<name>.md`. */
  readonly file?: string | undefined
  /** The source of `{{> name}}`, or `undefined` when there is none. */
  readonly include?: ((name: string) => string | undefined) | undefined
  /** Told of every fault, in the order of the text; the first of them is thrown at the end. */
  readonly onFault?: ((finding: LintFinding) => void) | undefined
}

const SECTION = /^\{\{([#^/])([\w.]+)\}\}$/
const INCLUDE = /^\{\{>\s*([\w-]+)\s*\}\}$/
const HEADING = /^(#{1,6})[ \t]+(.*?)(?:[ \t]*\{#([a-z]+)\})?$/
const ITEM = /^(?:([-])|(\d{1,9})\.)[ \t]+(?=\S)/
const FRONT_MATTER = /^---\n[\s\S]*?\n---(?:\n|$)/
const UNSUPPORTED = /^(?:[>+*=|]|-|```|~~~|\d{1,9}[.)]|#{1,6}(?!\S)|#{7})/
const MAX_INCLUDE_DEPTH = 8
const MAX_SOURCE_CHARS = 1024 * 1024

type Line = { readonly text: string; readonly line: number; readonly source: TemplateSource }
type Open = {
  readonly kind: '?' | '!'
  readonly name: string
  readonly blocks: TemplateBlock[]
  readonly scope: Scope
  readonly at: Line
}

/**
 * Reads a template: Markdown of headings, paragraphs, flat lists, bold and links, with `{{name}}`, `{{#name}}…{{/name}}` (there, or for
 * each), `{{^name}}…{{/name}}` (not there) and `{{> name}}` (include). Everything else that Markdown could mean is refused, with a mend.
 *
 * @throws {LicetError} `invalid_template` or `unfilled_placeholder`, with `finding`: file, line, column, rule and mend.
 */
export function parseTemplate(markdown: string, options: ParseTemplateOptions): Template {
  const { name, locale, words, version = 1 } = options
  const tree = parseTree(markdown, options)
  return { name, locale, version, tree, words }
}

/** The tree alone, without the words of a language: what is emitted when the package is built. */
export function parseTree(markdown: string, options: Omit<ParseTemplateOptions, 'words' | 'version'>): readonly TemplateBlock[] {
  const file = options.file ?? `${options.locale}/${options.name}.md`
  const root = new TemplateSource(markdown, file)
  const faults = new Faults(options.onFault)
  if (markdown.length > MAX_SOURCE_CHARS) {
    faults.add(root.fault(0, 'too_long', 'The template is longer than 1 MiB, more than anyone reads.', 'Shorten it.'))
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

  for (const line of expand(root, options, 0)) faults.attempt(() => readLine(line))
  endText()
  endSections()
  for (const missing of CLAUSES.filter((clause) => !clauses.has(clause))) {
    faults.add(
      root.fault(
        0,
        'missing_clause',
        `No heading opens the clause ${missing}, which every license must have.`,
        `End the heading of that clause with {#${missing}}.`,
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
        `There is no text to include under the name ${included[1]}, or it includes itself.`,
        `Put a file ${included[1]}.md beside the template.`,
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
      throw fault(
        line,
        'unsupported_markdown',
        'A line begins with blanks, which Markdown may take for code.',
        'Begin it at the margin.',
      )
    }
    if (item)
      throw fault(
        line,
        'unsupported_markdown',
        'A line follows a list item without a blank line or an indent, so it is unclear what it belongs to.',
        'Indent it by two blanks, or leave a blank line before it.',
      )
    if (UNSUPPORTED.test(line.text)) {
      throw fault(
        line,
        'unsupported_markdown',
        'The line begins with a mark of Markdown that terms do not use.',
        'Use headings, paragraphs, lists with - or 1., bold and links; put a backslash before a mark that is meant as text.',
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
    const [, hashes = '', text = '', clause] = heading
    const known = CLAUSES.find((one) => one === clause)
    if (clause !== undefined && known === undefined) {
      const near = nearestWord(clause, CLAUSES) ?? CLAUSES.join(', ')
      throw fault(
        line,
        'unknown_clause',
        `{#${clause}} names no clause.`,
        `Write one of ${CLAUSES.join(', ')}${near === clause ? '' : ` (perhaps ${near})`}.`,
      )
    }
    const id = headingId(text)
    const content = inlines([{ ...line, text: ' '.repeat(hashes.length + 1) + text }])
    if (id === '' || ids.has(id))
      faults.add(
        fault(
          line,
          'duplicate_heading',
          'Two headings have the same text, or one has none, so links to them lead astray.',
          'Give each heading words of its own.',
        ),
      )
    ids.set(id, line)
    if (known === undefined) {
      top().blocks.push(['h', hashes.length, content])
      return
    }
    endSections()
    if (clauses.has(known)) throw fault(line, 'duplicate_clause', `The clause ${known} is opened twice.`, 'Open each clause once.')
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

function* expand(
  source: TemplateSource,
  options: Pick<ParseTemplateOptions, 'include' | 'locale'>,
  depth: number,
): Generator<Line> {
  const skipped = FRONT_MATTER.exec(source.text)?.[0] ?? ''
  const first = skipped.split('\n').length
  for (const [at, text] of source.text.split('\n').entries()) {
    const line = { text: text.trimEnd(), line: at + 1, source }
    if (at + 1 < first) continue
    const name = INCLUDE.exec(line.text)?.[1]
    const included = name === undefined || depth >= MAX_INCLUDE_DEPTH ? undefined : options.include?.(name)
    // A name under which there is nothing is told of where it is read.
    if (included === undefined) yield line
    else {
      yield { text: '', line: at + 1, source }
      yield* expand(new TemplateSource(included, `${options.locale}/${name}.md`), options, depth + 1)
      yield { text: '', line: at + 1, source }
    }
  }
}

function fault(line: Line, rule: string, message: string, fix: string): LicetError {
  return line.source.fault(line.source.offsetOf(line.line, 0), rule, message, fix)
}

function unclosed(open: Open): LicetError {
  const message = `The section ${open.name} is not closed before the next clause or the end.`
  return fault(open.at, 'unclosed_section', message, `Write {{/${open.name}}} where it ends.`)
}
