import type { LintWords } from '../../lint/lint-words.ts'

/** Arabic. The rules that need grammar are missing. */
export const lintWords: LintWords = {
  uses: {
    attribution: [/الإسناد/g, /أي الإعلانات|الإعلان أو العرض|فعالية الإعلانات/g],
    retargeting: [/إعادة الاستهداف/g, /إعلانات مخصصة|إعلانات/g],
    personalization: [/التخصيص/g, /عروض مخصصة|عروض تناسبك|ما يناسبك/g],
    ai_training: [/تدريب (?:نماذج )?الذكاء|التعلم الآلي/g, /الذكاء الاصطناعي/g],
    generative_ai: [/الذكاء الاصطناعي التوليدي/g, /توليد/g],
    ai_inference: [/استدلال الذكاء/g, /إجابة الذكاء/g],
    distribution: [/التوزيع|بيع بياناتك/g, /مشاركتها مع شركات|شركات أخرى/g],
    analytics: [/التحليلات/g, /إحصاء|الإحصاءات|العد والمقارنة/g],
    support: [/خدمة العملاء/g, /مساعدت|المساعدة/g],
  },
  data: {},
  umbrellas: [],
  withdrawal: /سحب|تسحب|إلغاء الموافقة|إيقاف|إنهاء/g,
  everyone: /أي شركة|أي شخص|أي طرف ثالث/g,
  pressing: /لا يهمني|لا أريد|سأخسر|خسارة|تفويت|أفوت|سأندم|أناني/g,
  contact: /اكتب إلى|راسلنا|اتصل بنا|شارع|تواصل معنا|للاستفسار/g,
  signature: /توقيع|التوقيع|وقع/g,
  exhibit: /ملحق|الملحق|مرفق/g,
  references: {
    sections: '(?:و|ب|ل|ف)?(?:ال)?(?:بند|قسم|فقرة)',
    articles: '(?:و|ب|ل|ف)?(?:ال)?مادة',
    of: 'من',
    own: 'هذا|هذه|أعلاه|أدناه|من هذا|من هذه',
    laws: 'قانون|القانون|لائحة|اللائحة|نظام|النظام|مرسوم|المرسوم|دستور',
    and: 'و|أو|إلى',
  },
  // The automated readability index. It needs no syllables, and Arabic writes few of its vowels.
  grade: ({ letters, words, sentences }) => 4.71 * (letters / words) + 0.5 * (words / sentences) - 21.43,
  vowels: /[اوي]/g,
}
