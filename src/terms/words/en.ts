import { tagNames } from '../../core/tag-names/en.ts'
import type { TemplateWords } from '../words.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** English. */
export const words: TemplateWords = {
  locale: 'en',
  direction: 'ltr',
  tags: tagNames,
  usecases: {
    attribution: ['measuring ads', 'to see which ad or offer led to what'],
    retargeting: ['ads based on what you did', 'to show you ads that follow from what you did before'],
    personalization: ['offers and content that fit you', 'to fit what you see to you'],
    ai_training: ['training AI', 'to train computer models that learn from data'],
    distribution: ['passing the data on', 'to pass the data on to the recipients named here'],
    analytics: ['statistics', 'to count and compare, and so learn what people do'],
    support: ['help when you ask', 'to help you when you ask for help'],
  },
  everyUsecase: ['any purpose', 'for anything, without limit'],
  everyRecipient: 'any company or person',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`),
  date: (year, month, day, time) => `${day} ${MONTHS[month - 1]} ${year}, ${time} UTC`,
  description: (company, data, purposes) =>
    `${company} asks to use your ${data} ${purposes ? `for ${purposes}` : 'only for what you turn on'}.`,
  clauses: {
    parties: 'Who asks',
    data: 'Which data',
    purposes: 'What for',
    recipients: 'Who gets it',
    duration: 'Until when',
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
    noReward: 'You get no reward.',
    law: (jurisdiction) => `The law of ${jurisdiction} applies to this license.`,
    withdrawal: (contact) =>
      `You can withdraw this license at any time, in the app. You need not give a reason.${contact === undefined ? '' : ` Questions: ${contact}.`}`,
  },
}
