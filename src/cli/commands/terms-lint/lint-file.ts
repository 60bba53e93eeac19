import { basename, dirname, extname, join } from 'node:path'
import type { LintFinding } from '../../../core/errors.ts'
import { defineAgreement } from '../../../terms/define-checked.ts'
import { WORDS } from '../../../terms/gallery.ts'
import { words as englishWords } from '../../../terms/languages/en/words.ts'
import { lintAgreement } from '../../../terms/lint/lint-agreement.ts'
import { lintTerms } from '../../../terms/lint/lint-terms.ts'
import { parseTemplate } from '../../../terms/parse-template.ts'
import type { Template } from '../../../terms/template.ts'
import { readTextFile } from '../../read-text-file.ts'
import { readAgreement } from './read-agreement.ts'

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---/
const PLACEHOLDER = /\{\{[#^/>]?\s*[\w.-]+\s*\}\}/
const INCLUDE = /^\{\{>\s*([\w-]+)\s*\}\}$/gm

/** Options of {@link lintFile}. */
export interface LintFileOptions {
  /** Path of the agreement of a template or of terms. */
  readonly agreementFile?: string | undefined
  /** Language of a template or of terms. Default: the name of the folder of the file, otherwise `en`. */
  readonly locale?: string | undefined
  /** Highest school grade. Default: 9. */
  readonly maxGrade?: number | undefined
}

/** Checks a file that has an agreement (`.json`), a template or terms, and returns the findings. */
export async function lintFile(file: string, options: LintFileOptions): Promise<LintFinding[]> {
  const source = await readTextFile(file, 'invalid_template')
  const lintOptions = { file, ...(options.maxGrade === undefined ? {} : { maxGrade: options.maxGrade }) }
  if (extname(file) === '.json') {
    const { agreement, labels } = await readAgreement(source, file)
    return lintAgreement(agreement, { ...lintOptions, labels })
  }
  const given = options.agreementFile === undefined ? undefined : await readAgreementFile(options.agreementFile)
  const folder = basename(dirname(file))
  const locale = options.locale ?? (Object.hasOwn(WORDS, folder) ? folder : 'en')
  if (!isTemplate(source)) {
    const compared = given === undefined ? {} : { agreement: defineAgreement(given.agreement), labels: given.labels }
    return lintTerms(source, { ...lintOptions, locale, ...compared })
  }
  const { template, findings } = await readTemplate(source, file, locale)
  if (template === undefined || given === undefined) return findings
  return lintAgreement({ ...given.agreement, template }, { ...lintOptions, labels: given.labels })
}

async function readAgreementFile(file: string) {
  return readAgreement(await readTextFile(file, 'invalid_template'), file)
}

function isTemplate(source: string): boolean {
  return FRONT_MATTER.test(source) || PLACEHOLDER.test(source)
}

async function readTemplate(
  source: string,
  file: string,
  locale: string,
): Promise<{ template?: Template; findings: LintFinding[] }> {
  const includes = await readIncludes(source, dirname(file))
  const findings: LintFinding[] = []
  const language = locale.split('-')[0] ?? ''
  const words = Object.hasOwn(WORDS, language) ? WORDS[language] : undefined
  try {
    const template = parseTemplate(source, {
      name: basename(file, '.md'),
      locale,
      words: words ?? englishWords,
      file,
      include: (name) => includes.get(name),
      onFault: (finding) => findings.push(finding),
    })
    return { template, findings: [] }
  } catch (error) {
    if (findings.length > 0) return { findings }
    throw error
  }
}

/** Reads the parts that a template includes. The parser reports a part that cannot be read, with the line that includes it. */
async function readIncludes(source: string, folder: string): Promise<Map<string, string>> {
  const includes = new Map<string, string>()
  for (const [, name = ''] of source.matchAll(INCLUDE)) {
    const text = await readTextFile(join(folder, `${name}.md`), 'invalid_template').catch(() => undefined)
    if (text !== undefined) includes.set(name, text)
  }
  return includes
}
