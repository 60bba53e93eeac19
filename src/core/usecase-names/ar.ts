import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Arabic, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'معرفة الإعلانات الناجحة',
  retargeting: 'إعلانات شخصية',
  personalization: 'عروض شخصية',
  ai_training: 'تدريب الذكاء الاصطناعي',
  distribution: 'مشاركة البيانات مع شركات أخرى',
  analytics: 'الإحصاءات',
  support: 'مساعدتك عندما تطلب',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'معرفة ما نتج عن كل إعلان أو عرض',
  retargeting: 'عرض إعلانات عليك بحسب ما فعلته من قبل',
  personalization: 'ملاءمة ما تراه لك',
  ai_training: 'تدريب نماذج حاسوبية تتعلم من البيانات',
  distribution: 'نقل البيانات إلى المتلقين المذكورين هنا',
  analytics: 'العد والمقارنة لمعرفة ما يفعله الناس',
  support: 'مساعدتك عندما تطلب المساعدة',
}
