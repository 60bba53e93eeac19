import type { Template } from './template.ts'
import { TRANSLATIONS } from './translations.ts'
import { words as ar } from './words/ar.ts'
import { words as en } from './words/en.ts'
import { words as es } from './words/es.ts'
import type { TemplateWords } from './words.ts'

type Load = () => Promise<{ readonly default: Template }>

/** Loaders of the shipped templates by `<locale>/<name>`. */
export const GALLERY: Readonly<Record<string, Load>> = {
  'en/ai-training-v1': () => import('./templates/en/ai-training-v1.md'),
  'en/ai-training': () => import('./templates/en/ai-training.md'),
  'en/changed-terms-v1': () => import('./templates/en/changed-terms-v1.md'),
  'en/changed-terms': () => import('./templates/en/changed-terms.md'),
  'en/checkout-v1': () => import('./templates/en/checkout-v1.md'),
  'en/checkout': () => import('./templates/en/checkout.md'),
  'en/loyalty-v1': () => import('./templates/en/loyalty-v1.md'),
  'en/loyalty': () => import('./templates/en/loyalty.md'),
  'en/receipt-sharing-v1': () => import('./templates/en/receipt-sharing-v1.md'),
  'en/receipt-sharing': () => import('./templates/en/receipt-sharing.md'),
  'en/research-donation-v1': () => import('./templates/en/research-donation-v1.md'),
  'en/research-donation': () => import('./templates/en/research-donation.md'),
  'en/rewards-v1': () => import('./templates/en/rewards-v1.md'),
  'en/rewards': () => import('./templates/en/rewards.md'),
  'en/terms-of-service-v1': () => import('./templates/en/terms-of-service-v1.md'),
  'en/terms-of-service': () => import('./templates/en/terms-of-service.md'),
  ...TRANSLATIONS,
}

/** The words of each language that has a template. */
export const WORDS: Readonly<Record<string, TemplateWords>> = { en, es, ar }
