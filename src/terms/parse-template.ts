import type { LintFinding } from '../core/errors.ts'
import { opensClause, parseBlocks, type Seen } from './parse-blocks.ts'
import { isRich, parseRich } from './parse-rich.ts'
import { CLAUSES } from './summary-order.ts'
import type { Template, TemplateBlock } from './template.ts'
import { INCLUDE, type Line, readLines } from './template-lines.ts'
import { Faults, MAX_FAULTS, TemplateSource } from './template-source.ts'
import type { TemplateWords } from './words.ts'
import { writeMarkdown } from './write-markdown.ts'

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
  /** Called for each fault, part by part. All faults are thrown at the end. */
  readonly onFault?: ((finding: LintFinding) => void) | undefined
}

const MAX_SOURCE_CHARS = 1024 * 1024
const MAX_LINES = 100_001

/**
 * Parses a template: Markdown with placeholders and sections.
 *
 * Markdown is GitHub-flavored, without HTML, images and comments. `{{name}}` is a placeholder, `{{#name}}…{{/name}}` a section for a present
 * value or each item of a list, `{{^name}}…{{/name}}` a section for an absent value, and `{{> name}}` an include.
 *
 * @throws {LicetError} `invalid_template` or `unfilled_placeholder`. `findings` has all faults, each with file, line, column, rule and fix.
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
  const seen: Seen = { ids: new Set(), clauses: new Set() }
  const lines = takeLines(readLines(root, options))
  if (lines.length === MAX_LINES)
    faults.add(root.fault(0, 'too_long', `The template has more than ${MAX_LINES - 1} lines, with its includes.`, 'Shorten it.'))
  const blocks = splitAtClauses(lines).flatMap((part) => parsePart(part, seen, faults))
  for (const missing of CLAUSES.filter((clause) => !seen.clauses.has(clause))) {
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
  return blocks
}

/** Returns the lines up to the limit, and up to 200 includes that do not exist. A template that includes itself could have millions. */
function takeLines(lines: Iterable<Line>): Line[] {
  const taken: Line[] = []
  let missing = 0
  for (const line of lines) {
    taken.push(line)
    if (INCLUDE.test(line.text)) missing++
    if (taken.length === MAX_LINES || missing === MAX_FAULTS) break
  }
  return taken
}

/** Returns the parts of a template. Each but the first begins with the heading of a clause, at which every section ends. */
function splitAtClauses(lines: Iterable<Line>): Line[][] {
  const parts: Line[][] = [[]]
  for (const line of lines) {
    if (opensClause(line)) parts.push([])
    parts.at(-1)?.push(line)
  }
  return parts
}

/** Parses a part to blocks that need no Markdown parser, where they are the whole part. Otherwise its Markdown stays as it is written. */
function parsePart(lines: readonly Line[], seen: Seen, faults: Faults): readonly TemplateBlock[] {
  const trial = new Faults(undefined)
  const trialSeen = { ids: new Set(seen.ids), clauses: new Set(seen.clauses) }
  try {
    parseBlocks(lines, trialSeen, trial)
  } catch {
    // It has too many faults. Below, they are reported up to the limit.
  }
  const [first] = lines
  const heading = first !== undefined && opensClause(first) ? [first] : []
  if (!trial.has('unsupported_markdown') && !isRich(lines.slice(heading.length))) return parseBlocks(lines, seen, faults)
  const clause = parseBlocks(heading, seen, faults)
  for (const line of lines) if (INCLUDE.test(line.text)) faults.attempt(() => parseBlocks([line], seen, faults))
  return [...clause, ['m', parseRich(lines.slice(heading.length), faults), writeMarkdown]]
}
