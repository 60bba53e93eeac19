import { basename, dirname, extname, join } from 'node:path'
import type { LintFinding } from '../../../core/errors.ts'
import { isJsonObject } from '../../../core/json.ts'
import { type LocalizedText, textIn } from '../../../core/localized-text.ts'
import { inLanguage } from '../../../terms/by-language.ts'
import { defineAgreement } from '../../../terms/define-checked.ts'
import { WORDS } from '../../../terms/gallery.ts'
import { words as englishWords } from '../../../terms/languages/en/words.ts'
import { fixTerms } from '../../../terms/lint/fix-terms.ts'
import { isTemplate } from '../../../terms/lint/is-template.ts'
import { lintAgreement } from '../../../terms/lint/lint-agreement.ts'
import { type LintTermsOptions, lintTerms } from '../../../terms/lint/lint-terms.ts'
import { lintTranslations } from '../../../terms/lint/lint-translations.ts'
import { lintWordsOf } from '../../../terms/lint/lint-words.ts'
import { parseTemplate } from '../../../terms/parse-template.ts'
import type { Template } from '../../../terms/template.ts'
import { readTextFile } from '../../read-text-file.ts'
import { readAgreement } from './read-agreement.ts'

const INCLUDE = /^\{\{>\s*([\w-]+)\s*\}\}$/gm
const LOCALE_IN_NAME = /(?:^|\.)([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)\.md$/

export interface LintFileOptions {
  /** Path of the agreement of the text. */
  readonly agreementFile?: string | undefined
  /** Paths of the same contract in other languages. */
  readonly translations?: readonly string[] | undefined
  /** Language of the text. Default: from `contract.<tag>.md`, `<tag>.md` or the name of the folder, otherwise `en`. */
  readonly locale?: string | undefined
  /** What the text is. Default: as `isTemplate()` finds. */
  readonly as?: 'contract' | 'template' | undefined
  /** Highest school grade. */
  readonly maxGrade?: number | undefined
  /** Whether to correct what is safe to correct. */
  readonly fix?: boolean | undefined
}

/** The findings about a file, and its corrected text when something was corrected. */
export interface LintedFile {
  readonly findings: readonly LintFinding[]
  readonly fixed?: string | undefined
}

/** Checks a file that has an agreement (`.json`), a contract or a template. */
export async function lintFile(file: string, options: LintFileOptions = {}): Promise<LintedFile> {
  const original = await readTextFile(file, 'invalid_template')
  const lintOptions = { file, ...(options.maxGrade === undefined ? {} : { maxGrade: options.maxGrade }) }
  if (extname(file) === '.json') {
    const { agreement, labels } = await readAgreement(original, file)
    return { findings: lintAgreement(agreement, { ...lintOptions, labels }) }
  }
  const source = options.fix === true ? fixTerms(original) : original
  const fixed = source === original ? {} : { fixed: source }
  const given = options.agreementFile === undefined ? undefined : await readAgreementFile(options.agreementFile)
  const locale = options.locale ?? localeOf(file)
  const kind = options.as ?? (isTemplate(source) ? 'template' : 'contract')
  if (kind === 'contract') {
    const own = lintContract(source, { ...lintOptions, locale, labels: given?.labels }, given?.agreement)
    return { ...fixed, findings: [...own, ...(await compareTranslations({ file, text: source, locale }, options.translations))] }
  }
  const { template, findings } = await readTemplate(source, file, locale)
  if (template === undefined || given === undefined) return { ...fixed, findings }
  return { ...fixed, findings: lintAgreement({ ...given.agreement, template }, { ...lintOptions, labels: given.labels }) }
}

function lintContract(
  source: string,
  options: LintTermsOptions,
  input: Parameters<typeof defineAgreement>[0] | undefined,
): LintFinding[] {
  if (input === undefined) return lintTerms(source, options)
  const { locale = 'en' } = options
  const inText = <Text>(text: Text) => (isJsonObject(text) ? textIn(text as LocalizedText, locale) : text)
  const { compensation, jurisdiction } = input
  // The contract has its own wording, so the default template is not part of it.
  const { template: _, ...agreement } = defineAgreement({
    ...input,
    compensation: inText(compensation),
    jurisdiction: inText(jurisdiction),
  })
  return lintTerms(source, { ...options, agreement })
}

async function compareTranslations(
  own: { readonly file: string; readonly text: string; readonly locale: string },
  files: readonly string[] = [],
): Promise<LintFinding[]> {
  const others = await Promise.all(
    files.map(async (file) => ({ file, text: await readTextFile(file, 'invalid_template'), locale: localeOf(file) })),
  )
  return lintTranslations([own, ...others])
}

function localeOf(file: string): string {
  const named = LOCALE_IN_NAME.exec(basename(file))?.[1]
  const folder = basename(dirname(file))
  return [named, folder].find((tag) => tag !== undefined && lintWordsOf(tag) !== undefined) ?? 'en'
}

async function readAgreementFile(file: string) {
  return readAgreement(await readTextFile(file, 'invalid_template'), file)
}

async function readTemplate(
  source: string,
  file: string,
  locale: string,
): Promise<{ template?: Template; findings: LintFinding[] }> {
  const includes = await readIncludes(source, dirname(file))
  const findings: LintFinding[] = []
  try {
    const template = parseTemplate(source, {
      name: basename(file, '.md'),
      locale,
      words: inLanguage(WORDS, locale) ?? englishWords,
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

/**
 * Reads the parts that a template includes, from its own folder or from `parts` beside it, as `licet terms add-language` writes them. The
 * parser reports a part that cannot be read, with the line that includes it.
 */
async function readIncludes(source: string, folder: string): Promise<Map<string, string>> {
  const includes = new Map<string, string>()
  for (const [, name = ''] of source.matchAll(INCLUDE)) {
    const read = (path: string) => readTextFile(join(folder, path, `${name}.md`), 'invalid_template')
    const text = await read('.').catch(() => read('../parts').catch(() => undefined))
    if (text !== undefined) includes.set(name, text)
  }
  return includes
}
