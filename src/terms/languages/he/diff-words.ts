import type { DiffWords } from '../../diff/diff-words.ts'

/** Hebrew. */
export const diffWords: DiffWords = {
  'data widened': 'הבקשה כוללת עוד נתונים: {}.',
  'data narrowed': 'הנתונים האלה כבר אינם חלק מהרישיון: {}.',
  'uses widened': 'מותר להשתמש בנתונים לעוד מטרות: {}.',
  'uses narrowed': 'כבר אסור להשתמש בנתונים לשם: {}.',
  'uses offered': 'עכשיו אפשר לבחור גם בשימוש הזה: {}.',
  'recipients widened': 'מותר להעביר את הנתונים לעוד מקבלים: {}.',
  'recipients narrowed': 'כבר אסור להעביר את הנתונים אל: {}.',
  'duration widened': 'הרישיון תקף לזמן ארוך יותר, עד {}.',
  'duration endless': 'כבר אין לרישיון תאריך סיום.',
  'duration narrowed': 'הרישיון מסתיים מוקדם יותר, בתאריך {}.',
  'duration longer': 'הרישיון תקף לזמן ארוך יותר. הוא מסתיים {}.',
  'duration shorter': 'הרישיון מסתיים מוקדם יותר, {}.',
  'duration changed': 'עכשיו הרישיון מסתיים {}.',
  'reward widened': 'עכשיו יש תמורה: {}.',
  'reward narrowed': 'כבר אין תמורה.',
  'reward none': 'אין תמורה.',
  'reward changed': 'התמורה עכשיו: {}.',
  'parties changed': 'חברה אחרת מבקשת את הרישיון: {}.',
  'parties details': 'השתנו הפרטים של {}.',
  'law changed': 'חל דין אחר, הדין של {}.',
}
