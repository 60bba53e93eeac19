import type { Template } from './template.ts'

/** The shipped templates in other languages than English by `<locale>/<name>`. Each loads on demand. */
export const TRANSLATIONS: Readonly<Record<string, () => Promise<{ readonly default: Template }>>> = {
  'ar/rewards': () => import('./languages/ar/templates/rewards.md'),
  'es/ai-training': () => import('./languages/es/templates/ai-training.md'),
  'es/changed-terms': () => import('./languages/es/templates/changed-terms.md'),
  'es/checkout': () => import('./languages/es/templates/checkout.md'),
  'es/loyalty': () => import('./languages/es/templates/loyalty.md'),
  'es/receipt-sharing': () => import('./languages/es/templates/receipt-sharing.md'),
  'es/research-donation': () => import('./languages/es/templates/research-donation.md'),
  'es/rewards': () => import('./languages/es/templates/rewards.md'),
  'es/terms-of-service': () => import('./languages/es/templates/terms-of-service.md'),
}
