import { directionOf } from '../core/direction.ts'
import type { DurationUnit } from '../core/duration.ts'
import { TAGS } from '../core/tags.ts'
import { USECASES } from '../core/usecases.ts'
import type { DiffWords } from './diff/diff-words.ts'
import { CLAUSES } from './summary-order.ts'
import type { TemplateWords } from './words.ts'

/** Texts by key. `{name}` is the place of a value. */
export type LanguageTexts = Readonly<Record<string, string>>

const UNITS: readonly DurationUnit[] = ['day', 'month', 'year']
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)
/** Words, and what stands between them but a number. */
const LETTERS = /[\p{L}\p{M}]+(?:[^\p{L}\p{M}\d]+[\p{L}\p{M}]+)*/gu
/** Above every duration. Some languages have a form for a million only. */
const MAX_COUNT = 40_000

/** Returns the plural categories that durations have in a language, each with the smallest number of it. */
export function durationForms(tag: string): ReadonlyMap<string, number> {
  const rules = new Intl.PluralRules(tag)
  const forms = new Map<string, number>()
  for (let count = 1; count < MAX_COUNT; count++) {
    const form = rules.select(count)
    if (!forms.has(form)) forms.set(form, count)
  }
  return forms
}

/**
 * Returns the words of a language as texts by key, in the forms that another language needs: what {@link createTemplateWords} reads.
 *
 * @param tag The language that the texts are translated into. Default: the language of the words.
 */
export function toLanguageTexts(words: TemplateWords, changes: DiffWords, tag: string = words.locale): LanguageTexts {
  const { summary } = words
  const bare = summary.withdrawal(undefined)
  return {
    'every.usecase': words.everyUsecase[0],
    'every.usecase.explanation': words.everyUsecase[1],
    'every.recipient': words.everyRecipient,
    ...Object.fromEntries(USECASES.map((usecase) => [`explanation.${usecase}`, words.usecases[usecase][1]])),
    list: words.list(['{first}', '{last}']),
    'list.next': `${words.list(['{first}', '{next}', '{last}']).split('{next}')[0]}{next}`,
    ...Object.fromEntries(MONTHS.map((month) => [`month.${month}`, (words.date(2000, month, 15).match(LETTERS) ?? []).join('')])),
    date: words
      .date(2000, 1, 15)
      .replace('2000', '{year}')
      .replace('15', '{day}')
      .replace(/\p{L}{3,}(?!\})/u, '{month}'),
    ...Object.fromEntries(
      UNITS.flatMap((unit) =>
        [...durationForms(tag)].map(([form, count]) => [
          `duration.${unit}.${form}`,
          words.duration(count, unit).replace(`${count}`, '{count}'),
        ]),
      ),
    ),
    end: words.end('{duration}'),
    description: words.description('{company}', '{data}', '{purposes}'),
    'description.none': words.description('{company}', '{data}', ''),
    ...Object.fromEntries(CLAUSES.map((clause) => [`clause.${clause}`, words.clauses[clause]])),
    'summary.parties': summary.parties('{company}'),
    'summary.purposes.necessary': summary.purposes('{purposes}', ''),
    'summary.purposes.optional': summary.purposes('', '{purposes}'),
    'summary.duration.none': summary.duration(undefined),
    'summary.duration': summary.duration('{date}'),
    'summary.lasting': summary.lasting('{duration}'),
    'summary.reward.none': summary.noReward,
    'summary.law': summary.law('{jurisdiction}'),
    'summary.withdrawal': bare,
    'summary.withdrawal.contact': summary.withdrawal('{contact}').slice(bare.length).trim(),
    'summary.data.included': summary.earlierData.included,
    'summary.data.excluded': summary.earlierData.excluded,
    'summary.reward.kept': summary.earnedRewards.kept,
    'summary.reward.lost': summary.earnedRewards.lost,
    'summary.after.deleted': summary.deleted('{duration}'),
    'summary.after.deidentified': summary.deidentified,
    'summary.declined': summary.declineChangesNothing,
    ...Object.fromEntries(Object.entries(changes).map(([kind, text]) => [`change.${kind}`, text.replace('{}', '{items}')])),
  }
}

/**
 * Creates the words of a language for terms and summaries from its texts. `licet terms add-language` writes the call.
 *
 * @param names Names of the kinds of data and the use cases, as the interface has them: `tag.<word>` and `usecase.<word>`.
 */
export function createTemplateWords(tag: string, texts: LanguageTexts, names: LanguageTexts): TemplateWords {
  const plural = new Intl.PluralRules(tag)
  const stop = (texts['summary.reward.none'] ?? '').endsWith('。') ? '' : ' '
  const text = (key: string, values: Readonly<Record<string, string | number | undefined>> = {}) =>
    (texts[key] ?? '').replace(/\{(\w+)\}/g, (place: string, name: string) => String(values[name] ?? place))
  const named = <Word extends string, Value>(words: readonly Word[], toValue: (word: Word) => Value) =>
    Object.fromEntries(words.map((word) => [word, toValue(word)])) as Record<Word, Value>
  const changes = Object.entries(texts).flatMap(([key, change]) =>
    key.startsWith('change.') ? [[key.slice('change.'.length), change.replace('{items}', '{}')]] : [],
  )
  return {
    locale: tag,
    direction: directionOf(tag),
    tags: named(TAGS, (word) => names[`tag.${word}`] ?? ''),
    usecases: named(USECASES, (word) => [names[`usecase.${word}`] ?? '', text(`explanation.${word}`)] as const),
    everyUsecase: [text('every.usecase'), text('every.usecase.explanation')],
    everyRecipient: text('every.recipient'),
    list: (items) =>
      items.length < 2
        ? items.join('')
        : text('list', {
            first: items.slice(0, -1).reduce((first, next) => text('list.next', { first, next })),
            last: items.at(-1),
          }),
    date: (year, month, day) => text('date', { year, month: text(`month.${month}`), day }),
    duration: (count, unit) => text(`duration.${unit}.${plural.select(count)}`, { count }),
    end: (duration) => text('end', { duration }),
    description: (company, data, purposes) =>
      text(purposes === '' ? 'description.none' : 'description', { company, data, purposes }),
    clauses: named(CLAUSES, (clause) => text(`clause.${clause}`)),
    summary: {
      parties: (company) => text('summary.parties', { company }),
      purposes: (necessary, optional) =>
        [
          necessary && text('summary.purposes.necessary', { purposes: necessary }),
          optional && text('summary.purposes.optional', { purposes: optional }),
        ]
          .filter(Boolean)
          .join(stop),
      duration: (date) => (date === undefined ? text('summary.duration.none') : text('summary.duration', { date })),
      lasting: (duration) => text('summary.lasting', { duration }),
      noReward: text('summary.reward.none'),
      law: (jurisdiction) => text('summary.law', { jurisdiction }),
      withdrawal: (contact) =>
        contact === undefined
          ? text('summary.withdrawal')
          : `${text('summary.withdrawal')}${stop}${text('summary.withdrawal.contact', { contact })}`,
      earlierData: { included: text('summary.data.included'), excluded: text('summary.data.excluded') },
      earnedRewards: { kept: text('summary.reward.kept'), lost: text('summary.reward.lost') },
      deleted: (duration) => text('summary.after.deleted', { duration }),
      deidentified: text('summary.after.deidentified'),
      declineChangesNothing: text('summary.declined'),
    },
    // Safe: the keys are checked when the folder of the language is.
    changes: Object.fromEntries(changes) as unknown as DiffWords,
  }
}
