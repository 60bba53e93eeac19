import { describe, expect, test } from 'vitest'
import { type KnownTag, TAGS } from '../../../src/core/tags.ts'
import { type KnownUsecase, USECASES } from '../../../src/core/usecases.ts'
import { defineAgreement } from '../../../src/terms/index.ts'
import { lintTerms } from '../../../src/terms/lint/index.ts'
import { SHOPS } from './corpus/good.ts'

/** How a text calls each kind of data and each use in everyday language. */
interface Everyday {
  /** A contract without data and uses. */
  readonly neutral: string
  readonly data: Readonly<Record<KnownTag, string>>
  readonly uses: Readonly<Record<KnownUsecase, string>>
  /** Sentences that name a use and permit none: they deny it, or say how to reach the company. */
  readonly denied: readonly string[]
  /** A sentence that permits the use of the first denied one. */
  readonly permitted: string
}

const EVERYDAY: Readonly<Record<'ja' | 'ar' | 'he', Everyday>> = {
  ja: {
    neutral: 'これは約束です。',
    data: {
      email_address: 'お客様のメール。',
      phone_number: 'お客様の電話。',
      physical_address: 'お住まいの場所。',
      contact_info: '連絡先。',
      health: '健康のこと。',
      fitness: '歩数と運動。',
      payment_info: 'お支払い。',
      credit_info: '信用スコア。',
      financial_info: '年収入と貯金。',
      precise_location: '位置情報。',
      coarse_location: '位置情報。',
      sensitive_info: '宗教や人種。',
      contacts: '電話帳。',
      messages: 'チャット。',
      photo_video: '写真。',
      audio: '録音。',
      gameplay_content: 'ゲーム。',
      customer_support: 'お問い合わせの内容。',
      user_content: '投稿とコメント。',
      browsing_history: '見たサイト。',
      search_history: '検索した言葉。',
      user_id: '会員番号。',
      device_id: '端末の情報。',
      purchase_history: 'お買い物。',
      product_interaction: 'アプリの使い方。',
      advertising_data: '見た広告。',
      usage_data: '使い方と使用量。',
      crash_data: 'アプリが落ちた記録。',
      performance_data: 'アプリの速さ。',
      diagnostic_data: 'エラー。',
      physical_receipt: 'レシート。',
      email_receipt: 'レシート。',
    },
    uses: {
      attribution: '広告の効果を調べます。',
      retargeting: '広告のために使います。',
      personalization: '好みに合うものを選びます。',
      ai_training: '人工知能を育てます。',
      generative_ai: '文章を書くために使います。',
      ai_inference: 'お客様について推測します。',
      distribution: '他社に渡します。',
      analytics: '傾向を調査します。',
      support: 'お客様を手伝います。',
    },
    denied: ['第三者への提供はしません。', '生成AIには使わない。', 'カスタマーサポートにご連絡ください。'],
    permitted: '第三者への提供をします。',
  },
  ar: {
    neutral: 'هذا اتفاق.',
    data: {
      email_address: 'بريدك الإلكتروني.',
      phone_number: 'هاتفك.',
      physical_address: 'عنوانك.',
      contact_info: 'بيانات التواصل معك.',
      health: 'صحتك.',
      fitness: 'خطواتك وتمارينك.',
      payment_info: 'بطاقتك والمدفوعات.',
      credit_info: 'الائتمان.',
      financial_info: 'راتبك ودخلك.',
      precise_location: 'موقعك.',
      coarse_location: 'الموقع.',
      sensitive_info: 'دينك ومعتقداتك.',
      contacts: 'جهات الاتصال.',
      messages: 'المحادثات.',
      photo_video: 'صورك.',
      audio: 'صوتك.',
      gameplay_content: 'الألعاب.',
      customer_support: 'استفساراتك وشكاواك.',
      user_content: 'تعليقاتك.',
      browsing_history: 'التصفح.',
      search_history: 'عمليات البحث.',
      user_id: 'اسم المستخدم.',
      device_id: 'جهازك.',
      purchase_history: 'مشترياتك.',
      product_interaction: 'نشاطك.',
      advertising_data: 'الإعلانات التي شاهدتها.',
      usage_data: 'استهلاكك.',
      crash_data: 'الأعطال.',
      performance_data: 'سرعة التطبيق.',
      diagnostic_data: 'الأخطاء.',
      physical_receipt: 'الإيصالات.',
      email_receipt: 'فواتيرك.',
    },
    uses: {
      attribution: 'لقياس الإعلانات.',
      retargeting: 'نستخدمها في الإعلان.',
      personalization: 'لاختيار ما يناسبك.',
      ai_training: 'من أجل الذكاء الاصطناعي.',
      generative_ai: 'من أجل كتابة نصوص.',
      ai_inference: 'نستنتج منها: استنتاجات عنك.',
      distribution: 'نشاركها مع أطراف أخرى.',
      analytics: 'للتحليل والدراسات.',
      support: 'لمساعدتك.',
    },
    denied: ['لن يتم بيع بياناتك.', 'دون إعادة الاستهداف.', 'اكتب إلى خدمة العملاء.'],
    permitted: 'يمكننا بيع بياناتك.',
  },
  he: {
    neutral: 'זה הסכם.',
    data: {
      email_address: 'המייל שלך.',
      phone_number: 'הטלפון שלך.',
      physical_address: 'הכתובת שלך.',
      contact_info: 'פרטי הקשר שלך.',
      health: 'הבריאות שלך.',
      fitness: 'הצעדים והאימונים שלך.',
      payment_info: 'התשלומים שלך.',
      credit_info: 'דירוג האשראי.',
      financial_info: 'המשכורת וההכנסה.',
      precise_location: 'המיקום שלך.',
      coarse_location: 'המיקום שלך.',
      sensitive_info: 'מידע רגיש.',
      contacts: 'אנשי הקשר שלך.',
      messages: 'השיחות וההודעות.',
      photo_video: 'התמונות.',
      audio: 'הקול שלך.',
      gameplay_content: 'המשחקים.',
      customer_support: 'הפניות שלך.',
      user_content: 'התגובות שלך.',
      browsing_history: 'הגלישה שלך.',
      search_history: 'החיפושים.',
      user_id: 'שם המשתמש.',
      device_id: 'המכשיר שלך.',
      purchase_history: 'הקניות שלך.',
      product_interaction: 'הפעילות שלך.',
      advertising_data: 'פרסומות שראית.',
      usage_data: 'הצריכה שלך.',
      crash_data: 'תקלות.',
      performance_data: 'המהירות.',
      diagnostic_data: 'שגיאות.',
      physical_receipt: 'הקבלות שלך.',
      email_receipt: 'קבלות.',
    },
    uses: {
      attribution: 'כדי לדעת איזו מודעה עבדה.',
      retargeting: 'לצורך פרסום.',
      personalization: 'כדי להתאים לך הצעות.',
      ai_training: 'עבור בינה מלאכותית.',
      generative_ai: 'כדי ליצור טקסטים.',
      ai_inference: 'כדי להסיק: מסקנות עליך.',
      distribution: 'שיתוף עם שותפים.',
      analytics: 'לצורך מחקר.',
      support: 'כדי לעזור לך.',
    },
    denied: ['אין מכירת נתונים.', 'ללא ריטרגטינג.', 'כתבו אל שירות לקוחות.'],
    permitted: 'מותרת מכירת נתונים.',
  },
}

const LOCALES = ['ja', 'ar', 'he'] as const

function rulesOf(
  locale: string,
  text: string,
  record: { tags?: readonly KnownTag[]; purposes?: readonly KnownUsecase[] },
): string[] {
  const agreement = defineAgreement({ ...SHOPS.en, locale, tags: ['user_id'], purposes: ['analytics'], ...record } as never)
  return lintTerms(text, { locale, agreement }).map(({ rule }) => rule)
}

describe.each(LOCALES)('everyday words of %s', (locale) => {
  const { neutral, data, uses, denied, permitted } = EVERYDAY[locale]

  test.each(TAGS)('name the data %s', (tag) => {
    expect(rulesOf(locale, neutral, { tags: [tag] })).toContain('data_not_in_text')
    expect(rulesOf(locale, `${neutral}\n\n${data[tag]}`, { tags: [tag] })).not.toContain('data_not_in_text')
  })

  test.each(USECASES)('name the use %s', (usecase) => {
    expect(rulesOf(locale, neutral, { purposes: [usecase] })).toContain('use_not_in_text')
    expect(rulesOf(locale, `${neutral}\n\n${uses[usecase]}`, { purposes: [usecase] })).not.toContain('use_not_in_text')
  })

  test('name no use in a sentence that denies it or says how to reach the company', () => {
    for (const one of denied) expect(rulesOf(locale, `${neutral}\n\n${one}`, {}), one).not.toContain('use_not_in_record')
    expect(rulesOf(locale, `${neutral}\n\n${permitted}`, {})).toContain('use_not_in_record')
  })
})

test.each([
  ['ja', 'アカウントを削除できます。'],
  ['ja', '異議を申し立てられます。'],
  ['ar', 'يمكنك التراجع عن موافقتك.'],
  ['ar', 'لك حق الاعتراض.'],
  ['he', 'אפשר להתנגד לשימוש.'],
  ['he', 'אפשר למחוק את החשבון.'],
] as const)('a way to withdraw in %s is known: %s', (locale, text) => {
  expect(rulesOf(locale, EVERYDAY[locale].neutral, {})).toContain('no_withdrawal')
  expect(rulesOf(locale, text, {})).not.toContain('no_withdrawal')
})

test.each([
  ['ja', '紙のレシート。', 'メールのレシート。'],
  ['ar', 'الإيصالات الورقية.', 'إيصالات البريد الإلكتروني.'],
  ['he', 'קבלות נייר.', 'קבלות בדוא״ל.'],
])('a printed receipt and one by email are different data in %s', (locale, paper, email) => {
  expect(rulesOf(locale, paper, { tags: ['email_receipt'] })).toContain('data_not_in_text')
  expect(rulesOf(locale, paper, { tags: ['physical_receipt'] })).not.toContain('data_not_in_text')
  expect(rulesOf(locale, email, { tags: ['physical_receipt'] })).toContain('data_not_in_text')
  expect(rulesOf(locale, email, { tags: ['email_receipt'] })).not.toContain('data_not_in_text')
})
