import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { LintFinding } from '../../core/errors.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject } from '../../core/json.ts'
import { type AgreementInput, defineAgreement } from '../../terms/define-agreement.ts'
import { GALLERY, WORDS } from '../../terms/gallery.ts'
import { lintAgreement, lintTerms } from '../../terms/lint/lint-terms.ts'
import { parseTemplate } from '../../terms/parse-template.ts'
import type { Template } from '../../terms/template.ts'
import { words as english } from '../../terms/words/en.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, textOption, UsageError } from '../command.ts'
import { printable } from '../printable.ts'

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---/
const PLACEHOLDER = /\{\{[#^/>]?\s*[\w.-]+\s*\}\}/

/** `licet terms lint` */
export const termsLint: Command = {
  words: ['terms', 'lint'],
  summary: 'Look through an agreement, a template or a text of terms for faults.',
  usage: 'licet terms lint <agreement.json | template.md | terms.md> [options]',
  positionals: 1,
  options: {
    agreement: { type: 'string' },
    locale: { type: 'string' },
    'max-grade': { type: 'string' },
    strict: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  help: {
    '<agreement.json>': 'what defineAgreement() takes; template is <locale>/<name>, labels those on screen',
    '<template.md>': 'a template of your own; its includes lie beside it',
    '<terms.md>': 'a text as people see it',
    '--agreement <file>': 'the agreement beside a template or text, to compare words and record',
    '--locale <tag>': 'language of a template or text (default: the name of its folder, else en)',
    '--max-grade <n>': 'highest school grade (default: 9)',
    '--strict': 'let warnings fail as errors do',
    '--json': 'print the findings as JSON',
    'exit code': '0: no errors. 1: errors. 2: it could not be checked',
  },
  async run(input, io) {
    const findings = await lint(input)
    if (input.values.json === true) io.out(JSON.stringify(findings, null, 2))
    else tell(findings, io)
    const failing = findings.filter((one) => one.severity === 'error' || input.values.strict === true)
    return failing.length > 0 ? EXIT.failed : EXIT.ok
  },
}

async function lint(input: CommandInput): Promise<LintFinding[]> {
  const file = input.positionals[0] ?? ''
  const source = await readText(file)
  const options = { file, ...gradeOption(input) }
  if (extname(file) === '.json') {
    const { agreement, labels } = await toAgreement(source, file)
    return lintAgreement(agreement, { ...options, labels })
  }
  const beside = textOption(input, 'agreement')
  const given = beside === undefined ? undefined : await toAgreement(await readText(beside), beside)
  const locale = textOption(input, 'locale') ?? (basename(dirname(file)) in WORDS ? basename(dirname(file)) : 'en')
  if (!FRONT_MATTER.test(source) && !PLACEHOLDER.test(source)) {
    return lintTerms(source, {
      ...options,
      locale,
      ...(given ? { agreement: defineAgreement(given.agreement), labels: given.labels } : {}),
    })
  }
  const template = await toTemplate(source, file, locale)
  if (!('tree' in template)) return template
  return given ? lintAgreement({ ...given.agreement, template }, { ...options, labels: given.labels }) : []
}

async function toTemplate(source: string, file: string, locale: string): Promise<Template | LintFinding[]> {
  const parts = new Map<string, string>()
  for (const [, name = ''] of source.matchAll(/^\{\{>\s*([\w-]+)\s*\}\}$/gm)) {
    const part = await readText(join(dirname(file), `${name}.md`)).catch(() => undefined)
    if (part !== undefined) parts.set(name, part)
  }
  const words = WORDS[locale.split('-')[0] ?? ''] ?? english
  const findings: LintFinding[] = []
  const onFault = (finding: LintFinding) => findings.push(finding)
  try {
    return parseTemplate(source, { name: basename(file, '.md'), locale, words, file, include: (name) => parts.get(name), onFault })
  } catch (error) {
    if (findings.length > 0) return findings
    throw error
  }
}

async function toAgreement(source: string, file: string): Promise<{ agreement: AgreementInput; labels: Record<string, string> }> {
  const value = parseObject(source, file)
  const { template, labels, ...rest } = value
  const load = typeof template === 'string' ? GALLERY[template] : undefined
  if (template !== undefined && load === undefined) {
    throw new UsageError(`${printable(file)}: template is none of: ${Object.keys(GALLERY).join(', ')}.`)
  }
  const loaded = await load?.()
  const texts = isJsonObject(labels)
    ? Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : []
  // Whatever is wrong with it, `defineAgreement` finds and names.
  return {
    agreement: { ...rest, ...(loaded ? { template: loaded.default } : {}) } as unknown as AgreementInput,
    labels: Object.fromEntries(texts),
  }
}

function parseObject(source: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(source)
    if (isJsonObject(value)) return { ...value }
  } catch {
    // Told below, without the parser's own words, which differ between versions of Node.
  }
  throw new LicetError(
    'invalid_json',
    `${printable(file)} holds no JSON object. There is no agreement to check. Write what defineAgreement() takes as JSON.`,
  )
}

function tell(findings: readonly LintFinding[], io: CommandIo): void {
  for (const { file, line, column, severity, rule, message, fix } of findings) {
    io.out(`${printable(file)}:${line}:${column} ${severity} ${rule}`)
    io.out(`  ${printable(message)}`)
    io.out(`  ${printable(fix)}`)
  }
  io.out(
    findings.length === 0
      ? 'No findings. Counsel should still read it.'
      : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`,
  )
}

function gradeOption(input: CommandInput): { maxGrade?: number } {
  const text = textOption(input, 'max-grade')
  if (text === undefined) return {}
  const maxGrade = Number(text)
  if (!Number.isFinite(maxGrade) || maxGrade <= 0) throw new UsageError('--max-grade takes a number above 0.')
  return { maxGrade }
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (cause) {
    throw new LicetError(
      'invalid_template',
      `${printable(path)} cannot be read as text. There is nothing to check. Check the path, and that it is UTF-8.`,
      { cause },
    )
  }
}
