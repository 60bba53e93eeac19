import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Hebrew, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'בדיקה אילו פרסומות עובדות',
  retargeting: 'פרסומות אישיות',
  personalization: 'הצעות אישיות',
  ai_training: 'אימון בינה מלאכותית',
  generative_ai: 'אימון בינה מלאכותית שיוצרת תוכן',
  ai_inference: 'הסקת מסקנות בבינה מלאכותית',
  distribution: 'שיתוף עם חברות אחרות',
  analytics: 'סטטיסטיקה',
  support: 'עזרה לפי בקשתך',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'כדי לדעת איזו פרסומת או הצעה הביאה אותך לקנות או לעשות משהו',
  retargeting: 'כדי להציג לך פרסומות לפי מה שקנית או עשית',
  personalization: 'כדי לבחור הצעות ותוכן שמתאימים לך',
  ai_training: 'כדי לאמן מודלים של בינה מלאכותית שממיינים, חוזים או מזהים דברים',
  generative_ai: 'כדי ללמד בינה מלאכותית ליצור טקסטים, תמונות או צלילים חדשים',
  ai_inference: 'כדי שמודל של בינה מלאכותית יקרא את הנתונים ויסיק מהם דברים עליך, בלי לאמן אותו',
  distribution: 'כדי להעביר את הנתונים למקבלים שמצוינים כאן',
  analytics: 'כדי לראות מה אנשים קונים או עושים, ובאיזו תדירות',
  support: 'כדי לעזור לך כשביקשת עזרה',
}
