import { tagNames } from '../../../core/tag-names/en.ts'
import { usecaseExplanations, usecaseNames } from '../../../core/usecase-names/en.ts'
import { type TemplateWords, toUsecaseWords } from '../../words.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** English. */
export const words: TemplateWords = {
  locale: 'en',
  direction: 'ltr',
  tags: tagNames,
  usecases: toUsecaseWords(usecaseNames, usecaseExplanations),
  everyUsecase: ['any purpose', 'for anything, without limit'],
  everyRecipient: 'any company or person',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`),
  date: (year, month, day) => `${day} ${MONTHS[month - 1]} ${year}`,
  duration: (count, unit) => `${count} ${unit}${count === 1 ? '' : 's'}`,
  end: (duration) => `${duration} from the day you agree`,
  description: (company, data, purposes) =>
    `${company} asks to use your ${data} ${purposes ? `for ${purposes}` : 'only for what you turn on'}.`,
  clauses: {
    parties: 'Who asks',
    data: 'Which data',
    purposes: 'What for',
    recipients: 'Who gets it',
    duration: 'How long',
    reward: 'What you get',
    law: 'Which law',
    withdrawal: 'How to withdraw',
  },
  summary: {
    parties: (company) => `${company} asks you for this license.`,
    purposes: (necessary, optional) =>
      [necessary && `Part of the license: ${necessary}.`, optional && `Only if you turn it on: ${optional}.`]
        .filter(Boolean)
        .join(' '),
    duration: (date) => `${date === undefined ? 'It has no end date. It lasts' : `Until ${date}, or`} until you withdraw it.`,
    lasting: (duration) => `For ${duration} from the day you agree, or until you withdraw it.`,
    noReward: 'You get no reward.',
    law: (jurisdiction) => `The law of ${jurisdiction} applies to this license.`,
    withdrawal: (contact) =>
      `You can withdraw this license at any time, in the app. You need not give a reason.${contact === undefined ? '' : ` Questions: ${contact}.`}`,
    earlierData: {
      included: 'Data from before you agree is part of it too.',
      excluded: 'Data from before you agree is not part of it.',
    },
    earnedRewards: {
      kept: 'If you withdraw, you keep the rewards that you have earned.',
      lost: 'If you withdraw, rewards that you have not used end.',
    },
    deleted: (duration) => `After that, the data is deleted within ${duration}.`,
    deidentified: 'After that, everything that points to you is removed from the data.',
    declineChangesNothing: 'If you say no, nothing else changes for you.',
  },
}
