import { words as ar } from './languages/ar/words.ts'
import { words as en } from './languages/en/words.ts'
import { words as es } from './languages/es/words.ts'
import type { Template } from './template.ts'
import { TRANSLATIONS } from './translations.ts'
import type { TemplateWords } from './words.ts'

type Load = () => Promise<{ readonly default: Template }>

/** Loaders of the shipped templates by `<locale>/<name>`. */
export const GALLERY: Readonly<Record<string, Load>> = {
  'en/ai-training': () => import('./languages/en/templates/ai-training.md'),
  'en/changed-terms': () => import('./languages/en/templates/changed-terms.md'),
  'en/checkout': () => import('./languages/en/templates/checkout.md'),
  'en/loyalty': () => import('./languages/en/templates/loyalty.md'),
  'en/receipt-sharing': () => import('./languages/en/templates/receipt-sharing.md'),
  'en/research-donation': () => import('./languages/en/templates/research-donation.md'),
  'en/rewards': () => import('./languages/en/templates/rewards.md'),
  'en/terms-of-service': () => import('./languages/en/templates/terms-of-service.md'),
  ...TRANSLATIONS,
}

/** The words of each language that has a template. */
export const WORDS: Readonly<Record<string, TemplateWords>> = { en, es, ar }
