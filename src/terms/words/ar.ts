import { tagNames } from '../../core/tag-names/ar.ts'
import type { Words } from '../words.ts'

const MONTHS = 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' ')

/** Arabic. */
export const words: Words = {
  locale: 'ar',
  direction: 'rtl',
  tags: tagNames,
  usecases: {
    attribution: ['قياس الإعلانات', 'معرفة أي إعلان أو عرض أدى إلى ماذا'],
    retargeting: ['إعلانات بحسب ما فعلته', 'عرض إعلانات عليك بحسب ما فعلته من قبل'],
    personalization: ['عروض ومحتوى يناسبانك', 'ملاءمة ما تراه لك'],
    ai_training: ['تدريب الذكاء الاصطناعي', 'تدريب نماذج حاسوبية تتعلم من البيانات'],
    distribution: ['نقل البيانات إلى آخرين', 'نقل البيانات إلى المتلقين المذكورين هنا'],
    analytics: ['الإحصاءات', 'العد والمقارنة لمعرفة ما يفعله الناس'],
    support: ['مساعدتك عندما تطلب', 'مساعدتك عندما تطلب المساعدة'],
  },
  everyUsecase: ['أي غرض', 'كل شيء بلا حد'],
  everyRecipient: 'أي شركة أو شخص',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join('، ')} و${items.at(-1)}`),
  date: (year, month, day, time) => `${day} ${MONTHS[month - 1]} ${year}، ${time} UTC`,
  description: (company, data, purposes) =>
    `تطلب منك ${company} استخدام بياناتك (${data}) ${purposes === '' ? 'فقط من أجل ما تشغله' : `من أجل ${purposes}`}.`,
  clauses: {
    parties: 'من يطلب',
    data: 'ما البيانات',
    purposes: 'لماذا',
    recipients: 'من يحصل عليها',
    duration: 'حتى متى',
    reward: 'على ماذا تحصل',
    law: 'أي قانون',
    withdrawal: 'كيف توقفه',
  },
  summary: {
    parties: (company) => `تطلب منك ${company} هذا الترخيص.`,
    purposes: (necessary, optional) =>
      [necessary && `جزء من الترخيص: ${necessary}.`, optional && `فقط إذا شغلته: ${optional}.`].filter(Boolean).join(' '),
    duration: (date) => (date === undefined ? 'ليس له تاريخ انتهاء. يدوم حتى تسحبه.' : `حتى ${date}، أو حتى تسحبه.`),
    noReward: 'لا تحصل على أي مكافأة.',
    law: (jurisdiction) => `قانون ${jurisdiction}.`,
    withdrawal: (contact) =>
      `يمكنك سحبه في التطبيق في أي وقت. لست بحاجة إلى سبب.${contact === undefined ? '' : ` للأسئلة: ${contact}.`}`,
  },
}
