import type { Template } from './template.ts'
import { words as ar } from './words/ar.ts'
import { words as en } from './words/en.ts'
import { words as es } from './words/es.ts'
import type { TemplateWords } from './words.ts'

type Load = () => Promise<{ readonly default: Template }>

/** Loaders of the shipped templates by `<locale>/<name>`. */
export const GALLERY: Readonly<Record<string, Load>> = {
  'ar/rewards-v1': () => import('./templates/ar/rewards-v1.md'),
  'ar/rewards': () => import('./templates/ar/rewards.md'),
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
  'es/ai-training-v1': () => import('./templates/es/ai-training-v1.md'),
  'es/ai-training': () => import('./templates/es/ai-training.md'),
  'es/changed-terms-v1': () => import('./templates/es/changed-terms-v1.md'),
  'es/changed-terms': () => import('./templates/es/changed-terms.md'),
  'es/checkout-v1': () => import('./templates/es/checkout-v1.md'),
  'es/checkout': () => import('./templates/es/checkout.md'),
  'es/loyalty-v1': () => import('./templates/es/loyalty-v1.md'),
  'es/loyalty': () => import('./templates/es/loyalty.md'),
  'es/receipt-sharing-v1': () => import('./templates/es/receipt-sharing-v1.md'),
  'es/receipt-sharing': () => import('./templates/es/receipt-sharing.md'),
  'es/research-donation-v1': () => import('./templates/es/research-donation-v1.md'),
  'es/research-donation': () => import('./templates/es/research-donation.md'),
  'es/rewards-v1': () => import('./templates/es/rewards-v1.md'),
  'es/rewards': () => import('./templates/es/rewards.md'),
  'es/terms-of-service-v1': () => import('./templates/es/terms-of-service-v1.md'),
  'es/terms-of-service': () => import('./templates/es/terms-of-service.md'),
}

/** The words of each language that has a template. */
export const WORDS: Readonly<Record<string, TemplateWords>> = { en, es, ar }
