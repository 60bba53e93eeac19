import { diffWords as en } from './words/en.ts'

/**
 * The sentences about what became of a license, in one language, each by what changed and how. `{}` stands for what it is about: a list in
 * words, a date, a name. The second word is the direction of the change, or what is special about it.
 */
export interface DiffWords {
  readonly 'data widened': string
  readonly 'data narrowed': string
  readonly 'uses widened': string
  readonly 'uses narrowed': string
  readonly 'uses offered': string
  readonly 'recipients widened': string
  readonly 'recipients narrowed': string
  readonly 'duration widened': string
  readonly 'duration endless': string
  readonly 'duration narrowed': string
  readonly 'reward widened': string
  readonly 'reward narrowed': string
  readonly 'reward none': string
  readonly 'reward changed': string
  readonly 'parties changed': string
  readonly 'parties details': string
  readonly 'law changed': string
}

/** The sentences of a language, loaded for it alone; English, which comes along, where there are none. */
export async function loadDiffWords(locale: string): Promise<DiffWords> {
  const [language] = locale.split('-')
  if (language === 'es') return (await import('./words/es.ts')).diffWords
  if (language === 'ar') return (await import('./words/ar.ts')).diffWords
  return en
}
