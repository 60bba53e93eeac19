import { tagNames } from '../../../core/tag-names/ar.ts'
import { usecaseExplanations, usecaseNames } from '../../../core/usecase-names/ar.ts'
import { type TemplateWords, toUsecaseWords } from '../../words.ts'

const MONTHS = 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' ')

// After a preposition: one, two, three to ten, eleven to ninety-nine, and hundreds.
const UNITS = {
  day: ['يوم واحد', 'يومين', 'أيام', 'يومًا', 'يوم'],
  month: ['شهر واحد', 'شهرين', 'أشهر', 'شهرًا', 'شهر'],
  year: ['سنة واحدة', 'سنتين', 'سنوات', 'سنة', 'سنة'],
} as const

/** Arabic. */
export const words: TemplateWords = {
  locale: 'ar',
  direction: 'rtl',
  tags: tagNames,
  usecases: toUsecaseWords(usecaseNames, usecaseExplanations),
  everyUsecase: ['أي غرض', 'كل شيء بلا حد'],
  everyRecipient: 'أي شركة أو شخص',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join('، ')} و${items.at(-1)}`),
  date: (year, month, day) => `${day} ${MONTHS[month - 1]} ${year}`,
  duration: (count, unit) => {
    const [one, two, few, many, hundreds] = UNITS[unit]
    const rest = count % 100
    if (count < 3) return count === 1 ? one : two
    return `${count} ${rest > 10 ? many : rest > 2 ? few : hundreds}`
  },
  end: (duration) => `بعد ${duration} من يوم موافقتك`,
  description: (company, data, purposes) =>
    `تطلب منك ${company} استخدام بياناتك (${data}) ${purposes === '' ? 'فقط من أجل ما تفعّله' : `من أجل ${purposes}`}.`,
  clauses: {
    parties: 'من يطلب',
    data: 'أي بيانات',
    purposes: 'لأي غرض',
    recipients: 'من يحصل عليها',
    duration: 'المدة',
    reward: 'ما تحصل عليه',
    law: 'أي قانون',
    withdrawal: 'كيف تسحبه',
  },
  summary: {
    parties: (company) => `تطلب منك ${company} هذا الترخيص.`,
    purposes: (necessary, optional) =>
      [necessary && `جزء من الترخيص: ${necessary}.`, optional && `فقط إذا فعّلته: ${optional}.`].filter(Boolean).join(' '),
    duration: (date) => (date === undefined ? 'ليس له تاريخ انتهاء. يدوم حتى تسحبه.' : `حتى ${date}، أو حتى تسحبه.`),
    lasting: (duration) => `لمدة ${duration} من يوم موافقتك، أو حتى تسحبه.`,
    noReward: 'لا تحصل على أي مكافأة.',
    law: (jurisdiction) => `يسري قانون ${jurisdiction} على هذا الترخيص.`,
    withdrawal: (contact) =>
      `يمكنك سحبه في التطبيق في أي وقت. ولا يلزمك ذكر سبب.${contact === undefined ? '' : ` للأسئلة: ${contact}.`}`,
    earlierData: {
      included: 'ويشمل أيضًا البيانات التي تعود إلى ما قبل موافقتك.',
      excluded: 'ولا يشمل البيانات التي تعود إلى ما قبل موافقتك.',
    },
    earnedRewards: {
      kept: 'إذا سحبته، تبقى لك المكافآت التي كسبتها من قبل.',
      lost: 'إذا سحبته، تنتهي المكافآت التي لم تستخدمها.',
    },
    deleted: (duration) => `وبعد ذلك تُحذف البيانات خلال ${duration}.`,
    deidentified: 'وبعد ذلك يُزال من البيانات كل ما يدل على أنها تخصك.',
    declineChangesNothing: 'إذا رفضت، فلن يتغير أي شيء آخر بالنسبة إليك.',
  },
}
