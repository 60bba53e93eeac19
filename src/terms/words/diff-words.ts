/** The sentences about what became of a license, in one language. `items` is a list in words. */
export interface DiffWords {
  readonly data: { readonly widened: (items: string) => string; readonly narrowed: (items: string) => string }
  readonly uses: {
    readonly widened: (items: string) => string
    readonly narrowed: (items: string) => string
    readonly offered: (items: string) => string
  }
  readonly recipients: { readonly widened: (items: string) => string; readonly narrowed: (items: string) => string }
  readonly duration: {
    readonly widened: (until: string | undefined) => string
    readonly narrowed: (until: string) => string
  }
  readonly reward: {
    readonly widened: (reward: string) => string
    readonly narrowed: string
    readonly none: string
    readonly changed: (reward: string) => string
  }
  readonly parties: { readonly changed: (company: string) => string; readonly details: (company: string) => string }
  readonly law: { readonly changed: (jurisdiction: string) => string }
}

const en: DiffWords = {
  data: {
    widened: (items) => `More data is asked for: ${items}.`,
    narrowed: (items) => `This data is no longer part of it: ${items}.`,
  },
  uses: {
    widened: (items) => `The data may be used for more: ${items}.`,
    narrowed: (items) => `The data may no longer be used for this: ${items}.`,
    offered: (items) => `You can now choose this use as well: ${items}.`,
  },
  recipients: {
    widened: (items) => `More may get the data: ${items}.`,
    narrowed: (items) => `These may no longer get the data: ${items}.`,
  },
  duration: {
    widened: (until) =>
      until === undefined ? 'The license no longer has an end date.' : `The license lasts longer, until ${until}.`,
    narrowed: (until) => `The license ends sooner, on ${until}.`,
  },
  reward: {
    widened: (reward) => `You now get a reward: ${reward}.`,
    narrowed: 'You no longer get a reward.',
    none: 'There is no reward.',
    changed: (reward) => `The reward is another one: ${reward}.`,
  },
  parties: {
    changed: (company) => `Another company asks: ${company}.`,
    details: (company) => `The details of ${company} have changed.`,
  },
  law: { changed: (jurisdiction) => `Another law applies, that of ${jurisdiction}.` },
}

const es: DiffWords = {
  data: { widened: (items) => `Se piden más datos: ${items}.`, narrowed: (items) => `Estos datos ya no forman parte: ${items}.` },
  uses: {
    widened: (items) => `Los datos se pueden usar para más: ${items}.`,
    narrowed: (items) => `Los datos ya no se pueden usar para esto: ${items}.`,
    offered: (items) => `Ahora también puedes elegir este uso: ${items}.`,
  },
  recipients: {
    widened: (items) => `Los datos pueden ir a más destinatarios: ${items}.`,
    narrowed: (items) => `Los datos ya no pueden ir a: ${items}.`,
  },
  duration: {
    widened: (until) =>
      until === undefined ? 'La licencia ya no tiene fecha de fin.' : `La licencia dura más, hasta el ${until}.`,
    narrowed: (until) => `La licencia termina antes, el ${until}.`,
  },
  reward: {
    widened: (reward) => `Ahora recibes una recompensa: ${reward}.`,
    narrowed: 'Ya no recibes ninguna recompensa.',
    none: 'No hay recompensa.',
    changed: (reward) => `La recompensa es otra: ${reward}.`,
  },
  parties: {
    changed: (company) => `Lo pide otra empresa: ${company}.`,
    details: (company) => `Han cambiado los datos de ${company}.`,
  },
  law: { changed: (jurisdiction) => `Se aplica otra ley, la de ${jurisdiction}.` },
}

const ar: DiffWords = {
  data: { widened: (items) => `تطلب بيانات أكثر: ${items}.`, narrowed: (items) => `هذه البيانات لم تعد جزءا منه: ${items}.` },
  uses: {
    widened: (items) => `يجوز استخدام البيانات لأغراض أكثر: ${items}.`,
    narrowed: (items) => `لم يعد يجوز استخدام البيانات من أجل: ${items}.`,
    offered: (items) => `يمكنك الآن أيضا اختيار هذا الاستخدام: ${items}.`,
  },
  recipients: {
    widened: (items) => `يجوز أن يحصل على البيانات متلقون أكثر: ${items}.`,
    narrowed: (items) => `لم يعد يجوز أن يحصل على البيانات: ${items}.`,
  },
  duration: {
    widened: (until) => (until === undefined ? 'لم يعد للترخيص تاريخ انتهاء.' : `يدوم الترخيص مدة أطول، حتى ${until}.`),
    narrowed: (until) => `ينتهي الترخيص قبل ذلك، في ${until}.`,
  },
  reward: {
    widened: (reward) => `تحصل الآن على مكافأة: ${reward}.`,
    narrowed: 'لم تعد تحصل على مكافأة.',
    none: 'لا توجد مكافأة.',
    changed: (reward) => `المكافأة مختلفة: ${reward}.`,
  },
  parties: {
    changed: (company) => `تطلبه شركة أخرى: ${company}.`,
    details: (company) => `تغيرت بيانات ${company}.`,
  },
  law: { changed: (jurisdiction) => `يسري قانون آخر، قانون ${jurisdiction}.` },
}

const BY_LANGUAGE: Readonly<Record<string, DiffWords>> = { en, es, ar }

/** The sentences of a language; English when there are none. */
export function diffWordsOf(locale: string): DiffWords {
  return BY_LANGUAGE[locale.split('-')[0] ?? ''] ?? en
}
