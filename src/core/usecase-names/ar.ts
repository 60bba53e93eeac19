import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Arabic, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'معرفة الإعلانات الناجحة',
  retargeting: 'إعلانات شخصية',
  personalization: 'عروض شخصية',
  ai_training: 'تدريب الذكاء الاصطناعي',
  generative_ai: 'تدريب ذكاء اصطناعي ينشئ محتوى',
  ai_inference: 'استنتاجات بالذكاء الاصطناعي',
  distribution: 'مشاركة البيانات مع شركات أخرى',
  analytics: 'الإحصاءات',
  support: 'مساعدتك عندما تطلب',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'معرفة الإعلان أو العرض الذي دفعك إلى شراء شيء أو فعله',
  retargeting: 'عرض إعلانات عليك بحسب ما اشتريته أو فعلته',
  personalization: 'اختيار عروض ومحتوى يناسبك',
  ai_training: 'تدريب نماذج ذكاء اصطناعي تصنف أو تتوقع أو تتعرف على الأشياء',
  generative_ai: 'تعليم الذكاء الاصطناعي إنشاء نصوص أو صور أو أصوات',
  ai_inference: 'أن يقرأ نموذج ذكاء اصطناعي البيانات ويستنتج منها أشياء عنك، دون تدريبه',
  distribution: 'نقل البيانات إلى المتلقين المذكورين هنا',
  analytics: 'معرفة ما يشتريه الناس أو يفعلونه وكم مرة',
  support: 'مساعدتك عندما تطلب المساعدة',
}
