import type { LintFinding } from '../core/errors.ts'
import { isLicetError, LicetError } from '../core/errors.ts'
import { TAGS } from '../core/tags.ts'
import { USECASES } from '../core/usecases.ts'
import { nearestWord } from './nearest-word.ts'

/** The sections around a place in a template: the lists that repeat there, and the values that are present there. */
export interface Scope {
  readonly lists: readonly string[]
  readonly present: readonly string[]
  /** Number of open sections. */
  readonly depth: number
}

const MAX_SECTION_DEPTH = 8

/** Placeholders that have a value in every agreement. */
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
/** Placeholders that have a value only in some agreements. A template writes them in their own section. */
const SOMETIMES = ['company.address', 'company.contact', 'compensation', 'expiry', 'duration']
/** Flags, for sections only. */
const FLAGS = [
  'necessary.any',
  'optional.any',
  'recipients.everyone',
  'uses.everything',
  ...USECASES.map((usecase) => `uses.${usecase}`),
  ...TAGS.map((tag) => `data.${tag}`),
]
const PURPOSE = { always: ['label', 'recipients'], sometimes: ['description'] }
/** Lists, and the placeholders of their items. */
const LISTS: Readonly<Record<string, { readonly always: readonly string[]; readonly sometimes: readonly string[] }>> = {
  data: { always: ['label'], sometimes: [] },
  recipients: { always: ['label'], sometimes: [] },
  purposes: PURPOSE,
  necessary: PURPOSE,
  optional: PURPOSE,
}

/** Returns whether a template may have a name in braces, at some place. */
export function isTemplateName(name: string): boolean {
  const inItems = Object.values(LISTS).flatMap(({ always, sometimes }) => [...always, ...sometimes])
  return [...ALWAYS, ...SOMETIMES, ...FLAGS, ...Object.keys(LISTS), ...inItems].includes(name)
}

/** Maximum number of faults that are reported for one template. A template that includes itself could have millions. */
export const MAX_FAULTS = 200

/** Collects the faults of a template. Parsing continues after a fault, so that one run reports all of them. */
export class Faults {
  readonly #onFault: ((finding: LintFinding) => void) | undefined
  readonly #errors: LicetError[] = []

  constructor(onFault: ((finding: LintFinding) => void) | undefined) {
    this.#onFault = onFault
  }

  add(error: LicetError): void {
    // Each enclosing attempt() adds the error again, so this leaves all of them.
    if (this.#errors.length >= MAX_FAULTS) this.end()
    this.#errors.push(error)
    if (error.finding !== undefined) this.#onFault?.(error.finding)
  }

  /** Returns the result of the work, or `undefined` when it threw a fault. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!isLicetError(error)) throw error
      this.add(error)
      return undefined
    }
  }

  /** Returns whether a fault breaks a rule. */
  has(rule: string): boolean {
    return this.#errors.some(({ finding }) => finding?.rule === rule)
  }

  /** @throws {LicetError} all faults in one error with the code of the first one, if there is one. */
  end(): void {
    const [first] = this.#errors
    if (first === undefined) return
    const findings = this.#errors.flatMap(({ finding }) => finding ?? [])
    throw new LicetError(first.code, this.#errors.map(({ message }) => message).join('\n'), { finding: first.finding, findings })
  }
}

/** The text of a template or of an include. Makes errors with the place of a fault. */
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

  /** Returns the offset of a line (from 1) and a column (from 0). */
  offsetOf(line: number, column: number): number {
    return (this.#starts[line - 1] ?? 0) + column
  }

  /** Makes the error for a fault at an offset. */
  fault(offset: number, rule: string, message: string, fix: string): LicetError<'invalid_template' | 'unfilled_placeholder'> {
    const after = this.#starts.findIndex((start) => start > offset)
    const line = after < 0 ? this.#starts.length : Math.max(after, 1)
    const column = offset - (this.#starts[line - 1] ?? 0) + 1
    const code = rule === 'unfilled_placeholder' ? 'unfilled_placeholder' : 'invalid_template'
    return new LicetError(code, `${this.file}:${line}:${column}: ${message} No terms were written. ${fix}`, {
      finding: { rule, severity: 'error', message, fix, file: this.file, line, column },
    })
  }
}

/**
 * Checks the name of a placeholder (no mark) or a section (`#`, `^`), and returns the scope inside the section.
 *
 * @throws {LicetError} `invalid_template`, or `unfilled_placeholder` for a value that may be absent at this place.
 */
export function checkName(source: TemplateSource, offset: number, name: string, mark: '#' | '^' | '', scope: Scope): Scope {
  const fields = scope.lists.flatMap((list) => (LISTS[list] ? [LISTS[list]] : []))
  // Names of the innermost list take precedence: in `purposes`, `recipients` is a text, and `description` may be absent.
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
        `Write it inside {{#${name}}}…{{/${name}}}.`,
      )
    }
    if (isList || FLAGS.includes(name)) {
      throw source.fault(
        offset,
        'unknown_placeholder',
        `{{${name}}} is a section, not a text.`,
        `Write {{#${name}}}…{{/${name}}}${isList ? `, or {{${name}.list}}` : ''}.`,
      )
    }
  } else if (isList && mark === '#' && scope.lists.length > 0) {
    throw source.fault(
      offset,
      'nested_section',
      `{{#${name}}} is inside another list, so each item would appear once for each item of that list.`,
      `Close the outer list first, or write {{${name}.list}}.`,
    )
  } else if (scope.depth >= MAX_SECTION_DEPTH) {
    throw source.fault(
      offset,
      'nested_section',
      `Sections are nested deeper than ${MAX_SECTION_DEPTH} levels.`,
      'Close some sections before this one.',
    )
  } else if (isList) {
    return mark === '^' ? deeper : { ...deeper, lists: [name, ...scope.lists] }
  } else if (sometimes.includes(name) || FLAGS.includes(name)) {
    return mark === '^' ? deeper : { ...deeper, present: [name, ...scope.present] }
  }
  const known = [...always, ...sometimes, ...Object.keys(LISTS)]
  const near = nearestWord(name, [...known, ...FLAGS])
  const fix = near === undefined || near === name ? `Use one of: ${known.join(', ')}.` : `Did you mean ${near}?`
  throw source.fault(offset, 'unknown_placeholder', `${name} is not a known ${mark === '' ? 'placeholder' : 'section'}.`, fix)
}
