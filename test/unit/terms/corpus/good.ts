import type { AgreementInput } from '../../../../src/terms/index.ts'
import { ALL_TEMPLATES } from '../../../fixtures/templates.ts'

/** The same correct agreement in each language. */
export const SHOPS: Readonly<Record<string, AgreementInput>> = {
  en: {
    company: {
      name: 'Pomelo Market',
      termsUrl: 'https://pomelo.example/terms',
      privacyUrl: 'https://pomelo.example/privacy',
      address: '1 Orchard Road, Cork',
      contact: 'privacy@pomelo.example',
    },
    jurisdiction: 'Ireland',
    compensation: '10 points for each receipt',
    expiry: '2027-12-31T00:00:00Z',
  },
  es: {
    company: {
      name: 'Mercado Pomelo',
      termsUrl: 'https://pomelo.example/es/terminos',
      privacyUrl: 'https://pomelo.example/es/privacidad',
      address: 'Calle del Huerto 1, Sevilla',
      contact: 'privacidad@pomelo.example',
    },
    jurisdiction: 'España',
    compensation: '10 puntos por cada recibo',
    expiry: '2027-12-31T00:00:00Z',
  },
  ar: {
    company: {
      name: 'سوق بوميلو',
      termsUrl: 'https://pomelo.example/ar/terms',
      privacyUrl: 'https://pomelo.example/ar/privacy',
      address: 'شارع البستان 1، عمان',
      contact: 'privacy@pomelo.example',
    },
    jurisdiction: 'الأردن',
    compensation: '10 نقاط عن كل إيصال',
    expiry: '2027-12-31T00:00:00Z',
  },
  de: {
    company: {
      name: 'Pomelo Markt',
      termsUrl: 'https://pomelo.example/de/bedingungen',
      privacyUrl: 'https://pomelo.example/de/datenschutz',
      address: 'Gartenstraße 1, Bremen',
      contact: 'datenschutz@pomelo.example',
    },
    jurisdiction: 'Deutschland',
    compensation: '10 Punkte für jeden Kassenbon',
    expiry: '2027-12-31T00:00:00Z',
  },
  fr: {
    company: {
      name: 'Marché Pomelo',
      termsUrl: 'https://pomelo.example/fr/conditions',
      privacyUrl: 'https://pomelo.example/fr/vie-privee',
      address: '1 rue du Verger, Nantes',
      contact: 'vieprivee@pomelo.example',
    },
    jurisdiction: 'France',
    compensation: '10 points par ticket de caisse',
    expiry: '2027-12-31T00:00:00Z',
  },
  he: {
    company: {
      name: 'שוק פומלו',
      termsUrl: 'https://pomelo.example/he/terms',
      privacyUrl: 'https://pomelo.example/he/privacy',
      address: 'רחוב הפרדס 1, חיפה',
      contact: 'privacy@pomelo.example',
    },
    jurisdiction: 'ישראל',
    compensation: '10 נקודות על כל קבלה',
    expiry: '2027-12-31T00:00:00Z',
  },
  ja: {
    company: {
      name: 'ポメロ市場',
      termsUrl: 'https://pomelo.example/ja/terms',
      privacyUrl: 'https://pomelo.example/ja/privacy',
      address: '京都市果樹園通り1',
      contact: 'privacy@pomelo.example',
    },
    jurisdiction: '日本',
    compensation: 'レシート1枚につき10ポイント',
    expiry: '2027-12-31T00:00:00Z',
  },
  'pt-BR': {
    company: {
      name: 'Mercado Pomelo',
      termsUrl: 'https://pomelo.example/pt/termos',
      privacyUrl: 'https://pomelo.example/pt/privacidade',
      address: 'Rua do Pomar 1, Recife',
      contact: 'privacidade@pomelo.example',
    },
    jurisdiction: 'Brasil',
    compensation: '10 pontos por nota fiscal',
    expiry: '2027-12-31T00:00:00Z',
  },
}

const RESEARCH: Readonly<Record<string, { readonly label: string; readonly description: string }>> = {
  en: { label: 'sleep study', description: 'to learn how people sleep' },
  es: { label: 'estudio del sueño', description: 'saber cómo duerme la gente' },
  ar: { label: 'دراسة النوم', description: 'معرفة كيف ينام الناس' },
  de: { label: 'Schlafstudie', description: 'um zu lernen, wie Menschen schlafen' },
  fr: { label: 'étude du sommeil', description: 'savoir comment les gens dorment' },
  he: { label: 'מחקר שינה', description: 'כדי ללמוד איך אנשים ישנים' },
  ja: { label: '睡眠の研究', description: '人がどのように眠るかを知るため' },
  'pt-BR': { label: 'estudo do sono', description: 'saber como as pessoas dormem' },
}

/** An agreement that fits each template. */
function meantFor(name: string, locale: string): Partial<AgreementInput> {
  if (name.startsWith('ai-training')) return { tags: ['user_content'], purposes: [{ usecase: 'ai_training' }, 'support'] }
  if (name.startsWith('research'))
    return {
      tags: ['health', 'fitness'],
      purposes: [{ usecase: 'x-sleep', necessary: true, ...RESEARCH[locale] }],
      compensation: null,
    }
  if (name.startsWith('receipt')) return { tags: ['physical_receipt', 'email_receipt'], purposes: ['analytics'] }
  if (name.startsWith('loyalty')) return { purposes: ['analytics', { usecase: 'personalization' }] }
  return {}
}

/** Agreements without findings: one for each template. */
export const GOOD: readonly (readonly [name: string, input: AgreementInput])[] = ALL_TEMPLATES.flatMap((template) => {
  const { locale } = template
  const shop = SHOPS[locale]
  return shop ? [[`${locale}/${template.name}`, { ...shop, ...meantFor(template.name, locale), template }] as const] : []
})
