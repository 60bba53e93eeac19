import type { ServiceClientConfig } from '../../../src/client/index.ts'
import { en } from '../../../src/locales/en.ts'
import type { Messages } from '../../../src/locales/format/messages.ts'
import type { Template } from '../../../src/terms/index.ts'
import { agreement } from '../../../test/fixtures/story-world.ts'
import { toPseudoLocale } from '../pseudo-locale.ts'
import { type Environment, PSEUDO_LOCALE } from './toolbar.ts'

const catalogs = import.meta.glob<{ default: Messages }>('../../../src/locales/*.ts')
const templates = import.meta.glob<{ default: Template }>(['../../../src/terms/languages/*/templates/*.md'])

/** The name and the domain of each company. All stories are written for the first. */
const COMPANIES: Readonly<Record<Environment['company'], readonly [name: string, domain: string]>> = {
  bramble: ['Bramble Market', 'bramble.example'],
  pomelo: ['Pomelo', 'pomelo.example'],
  long: ['Vereinigte Norddeutsche Versicherungsgesellschaft auf Gegenseitigkeit', 'vereinigte-norddeutsche.example'],
  arabic: ['سوق الريحان', 'rayhan.example'],
}

/** Returns the interface texts of a language. */
export async function loadMessages(locale: string): Promise<Messages> {
  if (locale === PSEUDO_LOCALE) return toPseudoLocale(en)
  const load = catalogs[`../../../src/locales/${locale}.ts`]
  return load === undefined ? en : (await load()).default
}

/** Returns the configuration with the terms that the toolbar names: in the language, otherwise in English. */
export async function loadTerms({ template, locale }: Environment): Promise<Partial<ServiceClientConfig>> {
  const find = (language: string) => templates[`../../../src/terms/languages/${language}/templates/${template}.md`]
  const load = find(locale) ?? (template === 'rewards' ? undefined : find('en'))
  return { agreement: { ...agreement, ...(load && { template: (await load()).default }) } }
}

/** Returns a value of a story with the name and domain of another company in all its texts. */
export function renameCompany<T>(value: T, company: Environment['company']): T {
  return company === 'bramble' ? value : (rename(value, COMPANIES[company]) as T)
}

function rename(value: unknown, to: readonly [name: string, domain: string]): unknown {
  if (typeof value === 'string') return value.replaceAll(COMPANIES.bramble[0], to[0]).replaceAll(COMPANIES.bramble[1], to[1])
  if (Array.isArray(value)) return value.map((item) => rename(item, to))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype || '$$typeof' in value) {
    return value
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rename(item, to)]))
}
