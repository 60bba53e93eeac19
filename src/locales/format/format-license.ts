import type { License } from '../../core/license.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Translator } from './translator.ts'

/** Writes the kinds of data as a line that stands alone. */
export function formatData(tags: readonly string[], t: Translator): string {
  return t.sentence(tags.includes(WILDCARD) ? t.text('summary.data.any') : t.list(tags.map(t.tag)))
}

/** Writes what data is used for as a list inside a sentence. */
export function formatPurposes(uses: License['uses'], t: Translator): string {
  const usecases = [...new Set(uses.flatMap((use) => use.usecases))]
  return t.list(usecases.map((usecase) => (usecase === WILDCARD ? t.text('purposes.any') : t.usecase(usecase))))
}

/** Writes recipients: `*` in words, and each host after its name, where it has one. */
export function formatRecipients(
  destinations: readonly string[],
  company: string,
  t: Translator,
  names: Readonly<Record<string, string>> = {},
): string {
  const unique = [...new Set(destinations)].map((host) => (Object.hasOwn(names, host) ? `${names[host]} (${host})` : host))
  return unique.includes(WILDCARD) ? t.sentence(t.text('summary.recipients.any', { company })) : t.list(unique)
}
