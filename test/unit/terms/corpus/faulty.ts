import type { AgreementInput } from '../../../../src/terms/index.ts'
import type { LINT_RULES } from '../../../../src/terms/lint/index.ts'

/** A faulty agreement: its difference from the good one, and the text to check with it. */
export interface Faulty {
  readonly input?: Partial<AgreementInput>
  /** Text after the compiled terms. */
  readonly after?: string
  /** Text to remove from the compiled terms. */
  readonly without?: RegExp
  readonly labels?: Readonly<Record<string, string>>
}

type Rule = (typeof LINT_RULES)[number]

const LONG = {
  en: 'Regardless of any antecedent stipulation, the participant unconditionally authorizes the dissemination of personal information to affiliated organizations, subsidiaries, intermediaries and successors, consequently acknowledging unconditional responsibility for foreseeable repercussions. ',
  es: 'No obstante cualquier estipulación antecedente, la persona interesada autoriza incondicionalmente la comunicación de información personal a organizaciones asociadas, entidades subsidiarias, intermediarias y sucesoras, reconociendo consecuentemente responsabilidades incondicionales por repercusiones previsibles. ',
  ar: 'وبصرف النظر عن الاشتراطات السابقة والالتزامات المتعاقبة فالمستخدمون الموقعون والمستخدمات الموقعات يفوضون المؤسسات والمنظمات المتعاونة واستشارييها ومتعاقديها بالاستخدامات المستقبلية المتعددة لمعلوماتهم الشخصية واستثماراتهم المالية والاجتماعية واستحقاقاتهم المترتبة واستكمالاتها ',
}

/** An agreement that breaks each rule, in each language. */
export const FAULTY: Readonly<Partial<Record<Rule, Readonly<Partial<Record<'en' | 'es' | 'ar', Faulty>>>>>> = {
  unfilled_placeholder: {
    en: { after: 'The law of {{jurisdiction}} applies.' },
    es: { after: 'Se aplica la ley de [INSERT LAW].' },
    ar: { after: 'يسري قانون %JURISDICTION%.' },
  },
  dead_reference: {
    en: { after: 'See [the clause on fees](#fees), and section 12.' },
    es: { after: 'Véase la cláusula 12.' },
    ar: { after: 'انظر البند 12.' },
  },
  use_not_in_record: {
    en: { after: 'We may also use the data to train AI models and for personalization.' },
    es: { after: 'También usamos los datos para la personalización.' },
    ar: { after: 'نستخدم البيانات أيضا من أجل إعادة الاستهداف.' },
  },
  use_not_in_text: { en: { without: /- \*\*checking which ads work\*\*.*\n/ } },
  data_not_in_text: {
    es: { without: /- recibos por correo electrónico\n/ },
    ar: { without: /- إيصالات البريد الإلكتروني\n/ },
  },
  no_expiry: { en: { input: { expiry: null } }, es: { input: { expiry: null } }, ar: { input: { expiry: null } } },
  wildcard_recipient: {
    en: { input: { destinations: ['*'] } },
    es: { input: { destinations: ['pomelo.example', '*'] } },
    ar: { input: { purposes: ['analytics', { usecase: 'support', destinations: ['*'] }] } },
  },
  no_withdrawal: {
    en: { without: /withdr\w*|stopping/gi },
    es: { without: /retir\p{L}*/giu },
    ar: { without: /\S*(?:سحب|إيقاف|إنهاء)\S*/g },
  },
  pressing_label: {
    en: { labels: { decline: 'No thanks, I hate saving money' } },
    es: { labels: { decline: 'No quiero ahorrar' } },
    ar: { labels: { decline: 'لا أريد التوفير' } },
  },
  capital_label: {
    en: { input: { tags: ['purchase_history', { tag: 'x-gym_visits', label: 'Gym visits' }] } },
    es: { input: { purposes: ['analytics', { usecase: 'x-sleep', label: { en: 'sleep study', es: 'Estudio del sueño' } }] } },
    ar: { input: { tags: ['purchase_history', { tag: 'x-gym_visits', label: 'Gym visits' }] } },
  },
  reading_grade: { en: { after: LONG.en.repeat(20) }, es: { after: LONG.es.repeat(20) }, ar: { after: LONG.ar.repeat(20) } },
  link_not_https: {
    en: { after: 'See [our site](http://pomelo.example).' },
    es: { after: 'Véase [aquí](javascript:alert(1)).' },
    ar: { after: 'انظر [هنا](//pomelo.example).' },
  },
  corrupted_word: {
    en: { input: { jurisdiction: 'Ireland}' } },
    es: { after: 'La polÃ©tica de privacidad se aplica.' },
    ar: { after: 'القانون و\uFFFD.' },
  },
  invisible_character: { ar: { after: 'الق\u200bانون.' } },
  invalid_configuration: {
    en: { input: { compensation: '' } },
    es: { input: { tags: ['historial' as 'health'] } },
    ar: { input: { expiry: '2027-02-30T00:00:00Z' } },
  },
}
