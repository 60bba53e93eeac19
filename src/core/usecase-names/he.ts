import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Hebrew, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'מדידת פרסומות',
  retargeting: 'פרסומות לפי מה שעשית',
  personalization: 'הצעות ותוכן שמתאימים לך',
  ai_training: 'אימון בינה מלאכותית',
  distribution: 'העברת הנתונים לאחרים',
  analytics: 'סטטיסטיקה',
  support: 'עזרה לפי בקשתך',
}
