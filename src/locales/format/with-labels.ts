import type { Agreement } from '../../core/agreement.ts'
import { textIn } from '../../core/localized-text.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Messages } from './messages.ts'

/** The part of an agreement that names words. */
export type Labelled = Pick<Agreement, 'purposes' | 'tagLabels'>

/**
 * Returns the texts of the kit with the names that an agreement gives to its use cases and kinds of data, so that every part shows the same names.
 * Returns the same object when the agreement names nothing.
 */
export function withLabels<Texts extends Partial<Messages>>(
  messages: Texts,
  { purposes, tagLabels = {} }: Labelled,
  locale: string,
): Texts {
  const labels = Object.entries(tagLabels).map(([tag, label]) => [`tag.${tag}`, textIn(label, locale)])
  for (const { usecase, label } of purposes)
    if (label !== undefined) labels.push([usecase === WILDCARD ? 'purposes.any' : `usecase.${usecase}`, textIn(label, locale)])
  return labels.length === 0 ? messages : { ...messages, ...Object.fromEntries(labels) }
}
