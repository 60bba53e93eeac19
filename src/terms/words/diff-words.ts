/**
 * The sentences about what became of a license, in every language that there are templates of. `{}` stands for what it is about: a list in words,
 * a date, a name.
 */
const SENTENCES = {
  'data widened': ['More data is asked for: {}.', 'Se piden más datos: {}.', 'تطلب بيانات أكثر: {}.'],
  'data narrowed': [
    'This data is no longer part of it: {}.',
    'Estos datos ya no forman parte: {}.',
    'هذه البيانات لم تعد جزءا منه: {}.',
  ],
  'uses widened': [
    'The data may be used for more: {}.',
    'Los datos se pueden usar para más: {}.',
    'يجوز استخدام البيانات لأغراض أكثر: {}.',
  ],
  'uses narrowed': [
    'The data may no longer be used for this: {}.',
    'Los datos ya no se pueden usar para esto: {}.',
    'لم يعد يجوز استخدام البيانات من أجل: {}.',
  ],
  'uses offered': [
    'You can now choose this use as well: {}.',
    'Ahora también puedes elegir este uso: {}.',
    'يمكنك الآن أيضا اختيار هذا الاستخدام: {}.',
  ],
  'recipients widened': [
    'More may get the data: {}.',
    'Los datos pueden ir a más destinatarios: {}.',
    'يجوز أن يحصل على البيانات متلقون أكثر: {}.',
  ],
  'recipients narrowed': [
    'These may no longer get the data: {}.',
    'Los datos ya no pueden ir a: {}.',
    'لم يعد يجوز أن يحصل على البيانات: {}.',
  ],
  'duration widened': [
    'The license lasts longer, until {}.',
    'La licencia dura más, hasta el {}.',
    'يدوم الترخيص مدة أطول، حتى {}.',
  ],
  'duration endless': [
    'The license no longer has an end date.',
    'La licencia ya no tiene fecha de fin.',
    'لم يعد للترخيص تاريخ انتهاء.',
  ],
  'duration narrowed': ['The license ends sooner, on {}.', 'La licencia termina antes, el {}.', 'ينتهي الترخيص قبل ذلك، في {}.'],
  'reward widened': ['You now get a reward: {}.', 'Ahora recibes una recompensa: {}.', 'تحصل الآن على مكافأة: {}.'],
  'reward narrowed': ['You no longer get a reward.', 'Ya no recibes ninguna recompensa.', 'لم تعد تحصل على مكافأة.'],
  'reward none': ['There is no reward.', 'No hay recompensa.', 'لا توجد مكافأة.'],
  'reward changed': ['The reward is another one: {}.', 'La recompensa es otra: {}.', 'المكافأة مختلفة: {}.'],
  'parties changed': ['Another company asks: {}.', 'Lo pide otra empresa: {}.', 'تطلبه شركة أخرى: {}.'],
  'parties details': ['The details of {} have changed.', 'Han cambiado los datos de {}.', 'تغيرت بيانات {}.'],
  'law changed': ['Another law applies, that of {}.', 'Se aplica otra ley, la de {}.', 'يسري قانون آخر، قانون {}.'],
} as const

const LANGUAGES = ['en', 'es', 'ar']

/** What a sentence says: what changed, and how or what is special about it. */
export type DiffSentence = keyof typeof SENTENCES

/** A sentence in a language, with what it is about; in English when there is none. */
export function sayDiff(sentence: DiffSentence, locale: string, about: string): string {
  const at = LANGUAGES.indexOf(locale.split('-')[0] ?? '')
  const { [at]: said = SENTENCES[sentence][0] } = SENTENCES[sentence]
  return said.replace('{}', () => about)
}
