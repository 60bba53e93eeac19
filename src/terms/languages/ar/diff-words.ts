import type { DiffWords } from '../../diff/diff-words.ts'

/** Arabic. */
export const diffWords: DiffWords = {
  'data widened': 'تُطلب بيانات أكثر: {}.',
  'data narrowed': 'هذه البيانات لم تعد جزءًا منه: {}.',
  'uses widened': 'يجوز استخدام البيانات لأغراض أكثر: {}.',
  'uses narrowed': 'لم يعد يجوز استخدام البيانات من أجل: {}.',
  'uses offered': 'يمكنك الآن أيضًا اختيار هذا الاستخدام: {}.',
  'recipients widened': 'يجوز أن يحصل على البيانات متلقون أكثر: {}.',
  'recipients narrowed': 'لم يعد يجوز أن يحصل على البيانات: {}.',
  'duration widened': 'يدوم الترخيص مدة أطول، حتى {}.',
  'duration endless': 'لم يعد للترخيص تاريخ انتهاء.',
  'duration narrowed': 'ينتهي الترخيص قبل ذلك، في {}.',
  'duration longer': 'يدوم الترخيص مدة أطول. ينتهي {}.',
  'duration shorter': 'ينتهي الترخيص قبل ذلك، {}.',
  'duration changed': 'ينتهي الترخيص الآن {}.',
  'reward widened': 'تحصل الآن على مكافأة: {}.',
  'reward narrowed': 'لم تعد تحصل على مكافأة.',
  'reward none': 'لا توجد مكافأة.',
  'reward changed': 'المكافأة الآن: {}.',
  'parties changed': 'تطلبه شركة أخرى: {}.',
  'parties details': 'تغيرت معلومات {}.',
  'law changed': 'يسري قانون آخر، قانون {}.',
}
