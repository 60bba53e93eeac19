import type { Words } from '../words.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** English. */
export const words: Words = {
  locale: 'en',
  direction: 'ltr',
  tags: {
    email_address: 'e-mail address',
    phone_number: 'phone number',
    physical_address: 'postal address',
    contact_info: 'contact details',
    health: 'health data',
    fitness: 'fitness data',
    payment_info: 'payment details',
    credit_info: 'credit data',
    financial_info: 'financial data',
    precise_location: 'exact location',
    coarse_location: 'rough location',
    sensitive_info: 'sensitive data',
    contacts: 'address book',
    messages: 'messages',
    photo_video: 'photos and videos',
    audio: 'sound recordings',
    gameplay_content: 'game content',
    customer_support: 'help requests',
    user_content: 'things you post',
    browsing_history: 'browsing history',
    search_history: 'search history',
    user_id: 'user ID',
    device_id: 'device ID',
    purchase_history: 'purchase history',
    product_interaction: 'how you use the app',
    advertising_data: 'ads you were shown',
    usage_data: 'usage data',
    crash_data: 'crash reports',
    performance_data: 'speed data',
    diagnostic_data: 'error reports',
    physical_receipt: 'paper receipts',
    email_receipt: 'e-mail receipts',
  },
  usecases: {
    attribution: ['attribution', 'to see which ad or offer led to what'],
    retargeting: ['retargeting', 'to show you ads that follow from what you did before'],
    personalization: ['personalization', 'to fit what you see to you'],
    ai_training: ['AI training', 'to train computer models that learn from data'],
    distribution: ['distribution', 'to pass the data on to the recipients named here'],
    analytics: ['analytics', 'to count and compare, and so learn what people do'],
    support: ['support', 'to help you when you ask for help'],
  },
  everyUsecase: ['any purpose', 'for anything, without limit'],
  everyRecipient: 'any company or person',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`),
  date: (year, month, day, time) => `${day} ${MONTHS[month - 1]} ${year}, ${time} UTC`,
  description: (company, data, purposes) => `${company} may use this data: ${data}. What for: ${purposes}.`,
  clauses: {
    parties: 'Who asks',
    data: 'Which data',
    purposes: 'What for',
    recipients: 'Who gets it',
    duration: 'Until when',
    reward: 'What you get',
    law: 'Which law',
    withdrawal: 'How to stop',
  },
  summary: {
    parties: (company) => `${company} asks you for this license.`,
    purposes: (necessary, optional) =>
      [necessary && `Part of the license: ${necessary}.`, optional && `Only if you turn it on: ${optional}.`]
        .filter(Boolean)
        .join(' '),
    duration: (date) =>
      date === undefined ? 'No end date. It lasts until you withdraw it.' : `Until ${date}, or until you withdraw it.`,
    noReward: 'You get no reward.',
    law: (jurisdiction) => `The law of ${jurisdiction}.`,
    withdrawal: (contact) =>
      contact === undefined
        ? 'You can withdraw in the app at any time. You need no reason.'
        : `You can withdraw in the app at any time. You need no reason. Questions: ${contact}.`,
  },
}
