import { tagNames } from '../../../core/tag-names/he.ts'
import { usecaseExplanations, usecaseNames } from '../../../core/usecase-names/he.ts'
import { type TemplateWords, toUsecaseWords } from '../../words.ts'

const MONTHS = 'ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר'.split(' ')

// One, two, and more.
const UNITS = {
  day: ['יום אחד', 'יומיים', 'ימים'],
  month: ['חודש אחד', 'חודשיים', 'חודשים'],
  year: ['שנה אחת', 'שנתיים', 'שנים'],
} as const

const HEBREW = /^[\u05D0-\u05EA]/

/** Hebrew. It addresses people without a form for their gender. */
export const words: TemplateWords = {
  locale: 'he',
  direction: 'rtl',
  tags: tagNames,
  usecases: toUsecaseWords(usecaseNames, usecaseExplanations),
  everyUsecase: ['כל מטרה', 'לכל דבר, בלי הגבלה'],
  everyRecipient: 'כל חברה או אדם',
  list: (items) => {
    const last = items.at(-1) ?? ''
    // The letter of “and” is part of a Hebrew word, and a hyphen separates it from any other.
    return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ו${HEBREW.test(last) ? '' : '־'}${last}`
  },
  date: (year, month, day) => `${day} ב${MONTHS[month - 1]} ${year}`,
  duration: (count, unit) => (count < 3 ? UNITS[unit][count === 1 ? 0 : 1] : `${count} ${UNITS[unit][2]}`),
  end: (duration) => `${duration} אחרי יום ההסכמה`,
  description: (company, data, purposes) =>
    `${company} מבקשת להשתמש בנתונים שלך (${data}) ${purposes === '' ? 'רק לשם מה שהפעלת' : `לשם ${purposes}`}.`,
  clauses: {
    parties: 'מי מבקש',
    data: 'אילו נתונים',
    purposes: 'לשם מה',
    recipients: 'מי מקבל אותם',
    duration: 'לכמה זמן',
    reward: 'מה מקבלים',
    law: 'איזה דין',
    withdrawal: 'איך מבטלים',
  },
  summary: {
    parties: (company) => `${company} מבקשת ממך את הרישיון הזה.`,
    purposes: (necessary, optional) =>
      [necessary && `חלק מהרישיון: ${necessary}.`, optional && `רק אם הפעלת: ${optional}.`].filter(Boolean).join(' '),
    duration: (date) => (date === undefined ? 'אין תאריך סיום. הרישיון תקף עד שמבטלים אותו.' : `עד ${date}, או עד שמבטלים אותו.`),
    lasting: (duration) => `למשך ${duration} מיום ההסכמה, או עד שמבטלים אותו.`,
    noReward: 'אין תמורה.',
    law: (jurisdiction) => `הדין של ${jurisdiction} חל על הרישיון הזה.`,
    withdrawal: (contact) =>
      `אפשר לבטל את הרישיון באפליקציה בכל עת. אין צורך בסיבה.${contact === undefined ? '' : ` לשאלות: ${contact}.`}`,
    earlierData: {
      included: 'גם נתונים מלפני ההסכמה הם חלק ממנו.',
      excluded: 'נתונים מלפני ההסכמה אינם חלק ממנו.',
    },
    earnedRewards: {
      kept: 'אם ביטלת אותו, התמורה שכבר צברת נשארת שלך.',
      lost: 'אם ביטלת אותו, תמורה שעוד לא נוצלה פוקעת.',
    },
    deleted: (duration) => `אחרי הביטול הנתונים נמחקים בתוך ${duration}.`,
    deidentified: 'אחרי הביטול מוסר מהנתונים כל מה שמראה שהם שלך.',
    declineChangesNothing: 'גם אם בחרת לסרב, דבר אחר לא משתנה.',
  },
}
