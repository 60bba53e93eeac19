import type { LintFinding } from '../core/errors.ts'
import { isLicetError, LicetError } from '../core/errors.ts'
import { TAGS, USECASES } from '../core/vocabulary.ts'
import { nearestWord } from './nearest-word.ts'

/** What the sections around a place promise: which lists are being repeated there, and which values are certainly present. */
export interface Scope {
  readonly lists: readonly string[]
  readonly present: readonly string[]
  /** How many sections are open. */
  readonly depth: number
}

const MAX_SECTION_DEPTH = 8

/** Names that always have a value. */
const ALWAYS = [
  'company.name',
  'company.termsUrl',
  'company.privacyUrl',
  'description',
  'jurisdiction',
  'data.list',
  'purposes.list',
  'recipients.list',
]
/** Names that have a value only when the agreement has one: to be used within their own section. */
const SOMETIMES = ['company.address', 'company.contact', 'compensation', 'expiry']
/** Facts without words: sections only. */
const FLAGS = [
  'necessary.any',
  'optional.any',
  'recipients.everyone',
  'uses.everything',
  ...USECASES.map((usecase) => `uses.${usecase}`),
  ...TAGS.map((tag) => `data.${tag}`),
]
const PURPOSE = { always: ['label', 'recipients'], sometimes: ['description'] }
/** Lists, and what each of their items has. */
const LISTS: Readonly<Record<string, { readonly always: readonly string[]; readonly sometimes: readonly string[] }>> = {
  data: { always: ['label'], sometimes: [] },
  recipients: { always: ['label'], sometimes: [] },
  purposes: PURPOSE,
  necessary: PURPOSE,
  optional: PURPOSE,
}

/** More faults than that are not told of one template, and reading ends with the first: what includes itself many times has no end of them. */
const MAX_FAULTS = 200

/** The faults of a template as they are found: reading goes on, so that all of them are told. */
export class Faults {
  readonly #tell: ((finding: LintFinding) => void) | undefined
  #first: LicetError | undefined
  #count = 0

  constructor(tell: ((finding: LintFinding) => void) | undefined) {
    this.#tell = tell
  }

  add(error: LicetError): void {
    this.#first ??= error
    // Out of every attempt too, since each of them adds it again.
    if (++this.#count > MAX_FAULTS) throw this.#first
    if (error.finding !== undefined) this.#tell?.(error.finding)
  }

  /** What the work gives back, `undefined` where it threw a fault. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!isLicetError(error)) throw error
      this.add(error)
      return undefined
    }
  }

  /** @throws {LicetError} the first fault, when there was one. */
  end(): void {
    if (this.#first !== undefined) throw this.#first
  }
}

/** The text of a template or of what it includes; makes errors that tell the place. */
export class TemplateSource {
  readonly text: string
  readonly file: string
  readonly #starts: readonly number[]

  constructor(text: string, file: string) {
    this.text = text.replace(/\r\n?/g, '\n').normalize('NFC')
    this.file = file
    let start = 0
    this.#starts = this.text.split('\n').map((line) => {
      const at = start
      start += line.length + 1
      return at
    })
  }

  /** Offset of a line (from 1) and a column (from 0). */
  offsetOf(line: number, column: number): number {
    return (this.#starts[line - 1] ?? 0) + column
  }

  /** The error that names file, line, column, rule and mend. */
  fault(offset: number, rule: string, message: string, fix: string): LicetError<'invalid_template' | 'unfilled_placeholder'> {
    const after = this.#starts.findIndex((start) => start > offset)
    const line = after < 0 ? this.#starts.length : Math.max(after, 1)
    const column = offset - (this.#starts[line - 1] ?? 0) + 1
    const code = rule === 'unfilled_placeholder' ? 'unfilled_placeholder' : 'invalid_template'
    return new LicetError(
      code,
      `${this.file}:${line}:${column}: ${message} Nothing was written, since half a text must not be signed. ${fix}`,
      {
        finding: { rule, severity: 'error', message, fix, file: this.file, line, column },
      },
    )
  }
}

/**
 * Checks the name of a placeholder (no mark) or section at a place; answers with what the section promises inside.
 *
 * @throws {LicetError} `invalid_template`, or `unfilled_placeholder` for a value that may be absent there.
 */
export function checkName(source: TemplateSource, offset: number, name: string, mark: '#' | '^' | '', scope: Scope): Scope {
  const fields = scope.lists.flatMap((list) => (LISTS[list] ? [LISTS[list]] : []))
  // The innermost list wins: within `purposes`, `recipients` is the text of one purpose and no list, and `description` may be absent.
  const shadowed = fields.flatMap((list) => list.sometimes)
  const always = [...fields.flatMap((list) => list.always), ...ALWAYS.filter((one) => !shadowed.includes(one))]
  const sometimes = [...shadowed, ...SOMETIMES]
  const deeper = { ...scope, depth: scope.depth + 1 }
  const isList = Object.hasOwn(LISTS, name) && !fields.some((list) => list.always.includes(name))
  if (mark === '') {
    if (always.includes(name) || scope.present.includes(name)) return scope
    if (sometimes.includes(name)) {
      throw source.fault(
        offset,
        'unfilled_placeholder',
        `{{${name}}} has no value in some agreements.`,
        `Write it within {{#${name}}}…{{/${name}}}.`,
      )
    }
    if (isList || FLAGS.includes(name)) {
      throw source.fault(
        offset,
        'unknown_placeholder',
        `{{${name}}} is a section and no text.`,
        `Write {{#${name}}}…{{/${name}}}${isList ? `, or {{${name}.list}}` : ''}.`,
      )
    }
  } else if (isList && mark === '#' && scope.lists.length > 0) {
    throw source.fault(
      offset,
      'nested_section',
      `{{#${name}}} repeats within another list, which would write each item for each other item.`,
      `Close the outer list first, or write {{${name}.list}}.`,
    )
  } else if (scope.depth >= MAX_SECTION_DEPTH) {
    throw source.fault(
      offset,
      'nested_section',
      'Sections lie too deep in each other to be checked by a reader.',
      'Take them apart.',
    )
  } else if (isList) {
    return mark === '^' ? deeper : { ...deeper, lists: [name, ...scope.lists] }
  } else if (sometimes.includes(name) || FLAGS.includes(name)) {
    return mark === '^' ? deeper : { ...deeper, present: [name, ...scope.present] }
  }
  const known = [...always, ...sometimes, ...Object.keys(LISTS)]
  const near = nearestWord(name, [...known, ...FLAGS])
  const fix = near === undefined || near === name ? `The names are: ${known.join(', ')}.` : `Did you mean ${near}?`
  throw source.fault(
    offset,
    'unknown_placeholder',
    `${name} is no name that an agreement fills${mark === '' ? '' : ' or that can be absent'}.`,
    fix,
  )
}
