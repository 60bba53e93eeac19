import { byLanguage, inLanguage } from '../by-language.ts'
import { diffWords as en } from '../languages/en/diff-words.ts'

/**
 * The sentences about changes of a license, in one language. Each key has the attribute and the direction or kind of the change.
 *
 * `{}` stands for the subject of the change: a list in words, a date or a name.
 */
export interface DiffWords {
  readonly 'data widened': string
  readonly 'data narrowed': string
  readonly 'data earlier': string
  readonly 'data excluded': string
  readonly 'uses widened': string
  readonly 'uses narrowed': string
  readonly 'uses offered': string
  readonly 'recipients widened': string
  readonly 'recipients narrowed': string
  readonly 'duration widened': string
  readonly 'duration endless': string
  readonly 'duration narrowed': string
  readonly 'duration longer': string
  readonly 'duration shorter': string
  readonly 'duration changed': string
  readonly 'reward widened': string
  readonly 'reward narrowed': string
  readonly 'reward none': string
  readonly 'reward changed': string
  readonly 'reward kept': string
  readonly 'reward lost': string
  readonly 'parties changed': string
  readonly 'parties details': string
  readonly 'law changed': string
  readonly 'withdrawal answered': string
  readonly 'withdrawal changed': string
}

const LOADERS = byLanguage(
  import.meta.glob<DiffWords>(['../languages/*/diff-words.ts', '!../languages/en/**'], { import: 'diffWords' }),
)

/** Loads the sentences of a language. A language without any gets English, which needs no loading. */
export async function loadDiffWords(locale: string): Promise<DiffWords> {
  return (await inLanguage(LOADERS, locale)?.()) ?? en
}
