import { isLicetError, type LintFinding } from '../../../core/errors.ts'
import { compileTerms } from '../../../terms/compile-terms.ts'
import { defineAgreement } from '../../../terms/define-checked.ts'
import { createTemplateWords } from '../../../terms/language-texts.ts'
import { parseTemplate } from '../../../terms/parse-template.ts'
import { summarize } from '../../../terms/summarize.ts'
import type { Template } from '../../../terms/template.ts'
import { ENGLISH_SOURCES, englishTexts } from './english-texts.ts'
import type { LanguageFolder } from './read-folder.ts'

/** The result of a check: what is missing or wrong, and the templates if nothing is. */
export interface CheckedFolder {
  readonly findings: readonly LintFinding[]
  readonly templates: readonly Template[]
}

/** A company whose name ends with a full stop, in an agreement that uses every sentence of a template. */
const MODEL = {
  company: {
    name: 'Acme Inc.',
    termsUrl: 'https://acme.example/terms',
    privacyUrl: 'https://acme.example/privacy',
    contact: 'privacy@acme.example',
  },
  jurisdiction: 'U.S.',
  compensation: '10 points',
  expiry: { months: 12 },
  purposes: ['analytics', { usecase: 'ai_training' }],
  afterWithdrawal: { deletedWithin: { days: 30 } },
  earlierData: 'excluded',
  earnedRewards: 'kept',
  declineChangesNothing: true,
} as const

/** Checks that a language is complete, that it has the same values and sections as English, and that its terms can be written. */
export function checkFolder({ tag, texts, sources }: LanguageFolder): CheckedFolder {
  const findings: LintFinding[] = []
  const add = (file: string, rule: string, message: string, fix: string, line = 1) =>
    findings.push({ rule, severity: 'error', message, fix, file, line, column: 1 })
  for (const [file, keys] of Object.entries(englishTexts(tag))) {
    const given = texts[file as keyof typeof texts]
    for (const [key, english] of Object.entries(keys)) {
      const text = given[key] ?? ''
      if (text === '')
        add(file, 'missing_text', `${key} has no text (“${english}”).`, `Write it as ${JSON.stringify(tag)} beside "en".`)
      else if (placesOf(text) !== placesOf(english))
        add(
          file,
          'other_values',
          `${key} has other values than the English text (“${english}”).`,
          `Use ${placesOf(english) || 'none'}.`,
        )
    }
    for (const key of Object.keys(given))
      if (!Object.hasOwn(keys, key)) add(file, 'unknown_key', `${key} is not a text of Licet.`, 'Remove it.')
  }
  for (const [path, markdown] of Object.entries(sources)) {
    const english = ENGLISH_SOURCES[path]
    if (english === undefined) continue
    const sentences = sentencesOf(english)
    for (const line of new Set(sentencesOf(markdown).filter((one) => sentences.includes(one))))
      add(`${path}.md`, 'missing_text', `“${line}” is still English.`, 'Translate it.', lineOf(markdown, line))
    if (marksOf(markdown) !== marksOf(english))
      add(
        `${path}.md`,
        'other_values',
        'It has other placeholders, sections or clauses than the English file.',
        `Use ${marksOf(english)}.`,
      )
  }
  if (!Object.keys(sources).some((path) => path.startsWith('templates/')))
    add('templates', 'missing_text', 'There is no template.', 'Keep at least the file of the template that your app uses.')
  if (findings.length > 0) return { findings, templates: [] }
  const words = createTemplateWords(tag, texts['terms.json'], texts['interface.json'])
  const templates = Object.keys(sources).flatMap((path): Template[] => {
    const [kind, name = ''] = path.split('/')
    if (kind !== 'templates') return []
    const onFault = (finding: LintFinding) => findings.push(finding)
    try {
      const include = (part: string) => sources[`parts/${part}`]
      const template = parseTemplate(sources[path] ?? '', { name, locale: tag, words, file: `${path}.md`, include, onFault })
      const agreement = defineAgreement({ ...MODEL, template })
      const lines = [compileTerms(agreement), ...summarize(agreement).map(({ text }) => text)]
      for (const line of lines)
        if (/\.\.|。。/.test(line.replace(/[\u2066-\u2069]/g, '')))
          add(
            `${path}.md`,
            'double_stop',
            'A sentence ends with two full stops, after a name that ends with one.',
            'Put another word last.',
          )
      return [template]
    } catch (error) {
      if (!isLicetError(error)) throw error
      if (error.finding === undefined) add(`${path}.md`, error.code, error.message, 'Compare the file with the English one.')
      return []
    }
  })
  return { findings, templates }
}

function placesOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ')
}

/** Returns the placeholders, sections, includes and clauses of a template or a part. Their order may differ. */
function marksOf(markdown: string): string {
  return (bodyOf(markdown).match(/\{\{[^{}]+\}\}|\{#[a-z]+\}/g) ?? []).sort().join(' ')
}

/** Returns the number of the line that a sentence is on. */
function lineOf(markdown: string, sentence: string): number {
  return markdown.split(/\r?\n/).findIndex((line) => line.trim() === sentence) + 1
}

/** Returns the lines that have words beside their marks. */
function sentencesOf(markdown: string): readonly string[] {
  const lines = bodyOf(markdown)
    .split('\n')
    .map((line) => line.trim())
  return lines.filter((line) => /\p{L}{2}/u.test(line.replace(/\{\{[^{}]+\}\}|\{#[a-z]+\}/g, '')))
}

function bodyOf(markdown: string): string {
  return markdown.replace(/\r\n?/g, '\n').replace(/^---\n[\s\S]*?\n---\n/, '')
}
