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
  attribution: 'כדי לדעת לאיזו תוצאה הביאה כל פרסומת או הצעה',
  retargeting: 'כדי להציג לך פרסומות לפי מה שעשית קודם',
  personalization: 'כדי להתאים לך את מה שמוצג',
  ai_training: 'כדי לאמן מודלים ממוחשבים שלומדים מנתונים',
  distribution: 'כדי להעביר את הנתונים למקבלים שמצוינים כאן',
  analytics: 'כדי לספור ולהשוות, וכך ללמוד מה אנשים עושים',
  support: 'כדי לעזור לך כשביקשת עזרה',
}
