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
