import { tagNames } from '../../../core/tag-names/de.ts'
import { usecaseExplanations, usecaseNames } from '../../../core/usecase-names/de.ts'
import { type TemplateWords, toUsecaseWords } from '../../words.ts'

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

const UNITS = { day: ['Tag', 'Tage'], month: ['Monat', 'Monate'], year: ['Jahr', 'Jahre'] } as const

/** German. */
export const words: TemplateWords = {
  locale: 'de',
  direction: 'ltr',
  tags: tagNames,
  usecases: toUsecaseWords(usecaseNames, usecaseExplanations),
  everyUsecase: ['jeder Zweck', 'für alles, ohne Grenze'],
  everyRecipient: 'jedes Unternehmen und jede Person',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} und ${items.at(-1)}`),
  date: (year, month, day) => `${day}. ${MONTHS[month - 1]} ${year}`,
  duration: (count, unit) => `${count} ${UNITS[unit][count === 1 ? 0 : 1]}`,
  end: (duration) => `${duration} nach dem Tag Ihrer Zustimmung`,
  description: (company, data, purposes) =>
    `${company} möchte Ihre Daten nutzen (${data}), ${purposes === '' ? 'aber nur so, wie Sie es einschalten' : `und zwar hierfür: ${purposes}`}.`,
  clauses: {
    parties: 'Wer fragt',
    data: 'Welche Daten',
    purposes: 'Wofür',
    recipients: 'Wer sie bekommt',
    duration: 'Wie lange',
    reward: 'Was Sie bekommen',
    law: 'Welches Recht',
    withdrawal: 'So widerrufen Sie',
  },
  summary: {
    parties: (company) => `${company} bittet Sie um diese Lizenz.`,
    purposes: (necessary, optional) =>
      [necessary && `Teil der Lizenz: ${necessary}.`, optional && `Nur wenn Sie es einschalten: ${optional}.`]
        .filter(Boolean)
        .join(' '),
    duration: (date) =>
      date === undefined
        ? 'Sie hat kein Enddatum. Sie gilt, bis Sie sie widerrufen.'
        : `Bis zum ${date} oder bis zu Ihrem Widerruf.`,
    lasting: (duration) => `${duration} ab dem Tag Ihrer Zustimmung oder bis zu Ihrem Widerruf.`,
    noReward: 'Sie bekommen keine Gegenleistung.',
    // Without a full stop and without an article: the name of the law may need either.
    law: (jurisdiction) => `Es gilt dieses Recht: ${jurisdiction}`,
    withdrawal: (contact) =>
      `Sie können die Lizenz jederzeit in der App widerrufen. Einen Grund brauchen Sie nicht.${contact === undefined ? '' : ` Fragen: ${contact}.`}`,
    earlierData: {
      included: 'Daten aus der Zeit vor Ihrer Zustimmung gehören auch dazu.',
      excluded: 'Daten aus der Zeit vor Ihrer Zustimmung gehören nicht dazu.',
    },
    earnedRewards: {
      kept: 'Wenn Sie widerrufen, behalten Sie, was Sie schon bekommen haben.',
      lost: 'Wenn Sie widerrufen, verfällt, was Sie noch nicht eingelöst haben.',
    },
    deleted: (duration) => `Danach werden die Daten gelöscht, spätestens ${duration} nach dem Widerruf.`,
    deidentified: 'Danach wird aus den Daten alles entfernt, was zeigt, dass es um Sie geht.',
    declineChangesNothing: 'Wenn Sie ablehnen, ändert sich für Sie sonst nichts.',
  },
}
