import { WORDS } from '../../../src/terms/gallery.ts'
import type { Template } from '../../../src/terms/index.ts'
import { parseTemplate } from '../../../src/terms/lint/index.ts'
import { CLAUSES, type Clause } from '../../../src/terms/summary-order.ts'
import { INCLUDE } from '../../../src/terms/template-lines.ts'
import { type DraftContent, OWN_TEXT, type TermsDraft, textsIn, versionOf } from './draft.ts'

const SOURCES = import.meta.glob<string>(['../../../src/terms/languages/*/templates/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const PARTS = import.meta.glob<string>('../../../src/terms/languages/*/parts/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const SHIPPED = import.meta.glob<Template>(['../../../src/terms/languages/*/templates/*.md'], {
  import: 'default',
  eager: true,
})

/** The names of the templates, and the languages in which each exists. */
export const TEMPLATES: ReadonlyMap<string, readonly string[]> = listTemplates()

/** What the outline of an own text has in each clause. */
const OUTLINE: Readonly<Record<Clause, string>> = {
  parties: '{{company.name}}: {{company.termsUrl}}, {{company.privacyUrl}}',
  data: '{{#data}}\n- {{label}}\n{{/data}}',
  purposes: '{{#purposes}}\n- {{label}}: {{recipients}}\n{{/purposes}}',
  recipients: '{{#recipients}}\n- {{label}}\n{{/recipients}}',
  duration: '{{#expiry}}{{expiry}}{{/expiry}}',
  reward: '{{#compensation}}{{compensation}}{{/compensation}}',
  law: '{{jurisdiction}}',
  withdrawal: '{{#company.contact}}{{company.contact}}{{/company.contact}}',
}

/** Returns the languages of a draft, which are the languages of its template. */
export function localesOf({ template }: DraftContent): readonly string[] {
  return TEMPLATES.get(template) ?? ['en']
}

/** Returns the shipped wording of a draft in a language, as one text without includes. */
export function shippedWording({ template }: DraftContent, locale: string): string {
  if (template === OWN_TEXT) return outlineIn(locale)
  const source = SOURCES[`../../../src/terms/languages/${locale}/templates/${template}.md`] ?? ''
  const lines = source.replace(/^---\n[\s\S]*?\n---\n+/, '').split('\n')
  return lines.map((line) => partIn(line, locale) ?? line).join('\n')
}

/** Returns the wording of a draft in a language: the person's own, or the shipped one. */
export function wordingOf(draft: DraftContent, locale: string): string {
  return textsIn(draft, locale).wording ?? shippedWording(draft, locale)
}

/** Returns whether the wording is a shipped one in every language. Then an app imports the shipped templates. */
export function isShippedWording(draft: DraftContent): boolean {
  return draft.template !== OWN_TEXT && localesOf(draft).every((locale) => textsIn(draft, locale).wording === undefined)
}

/** Returns the name of the template of a draft. A changed wording has its own name, in every language. */
export function templateName(draft: DraftContent): string {
  const company = draft.company.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return isShippedWording(draft) ? draft.template : `${company.replace(/^-|-$/g, '') || 'my'}-${draft.template}`
}

/**
 * Returns the template of a draft in a language.
 *
 * @throws {LicetError} `invalid_template` when the wording has a fault.
 */
export function templateOf(draft: TermsDraft, locale: string): Template {
  const shipped = SHIPPED[`../../../src/terms/languages/${locale}/templates/${draft.template}.md`]
  if (shipped !== undefined && isShippedWording(draft)) return shipped
  return parseTemplate(wordingOf(draft, locale), {
    name: templateName(draft),
    locale,
    version: versionOf(draft),
    words: wordsIn(locale),
  })
}

/** Returns the words of a language of the templates. */
export function wordsIn(locale: string): Template['words'] {
  const words = WORDS[locale] ?? WORDS.en
  if (words === undefined) throw new Error('The English words of the templates are missing.')
  return words
}

function listTemplates(): Map<string, readonly string[]> {
  // English first: the other languages are compared with it.
  const locales = ['en', ...Object.keys(WORDS).filter((locale) => locale !== 'en')]
  const found = new Map<string, readonly string[]>()
  for (const path of Object.keys(SOURCES)) {
    const name = /\/templates\/([\w-]+)\.md$/.exec(path)?.[1] ?? ''
    found.set(
      name,
      locales.filter((locale) => `../../../src/terms/languages/${locale}/templates/${name}.md` in SOURCES),
    )
  }
  return found.set(OWN_TEXT, locales)
}

function partIn(line: string, locale: string): string | undefined {
  const name = INCLUDE.exec(line)?.[1]
  return name === undefined ? undefined : PARTS[`../../../src/terms/languages/${locale}/parts/${name}.md`]?.trimEnd()
}

function outlineIn(locale: string): string {
  const { clauses } = wordsIn(locale)
  const blocks = CLAUSES.map((clause) => `## ${clauses[clause]} {#${clause}}\n\n${OUTLINE[clause]}`)
  return `# {{company.name}}\n\n${blocks.join('\n\n')}\n`
}
