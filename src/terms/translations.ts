import type { Template } from './template.ts'

/** The shipped templates in other languages than English by `<locale>/<name>`. Each loads on demand. */
export const TRANSLATIONS: Readonly<Record<string, () => Promise<{ readonly default: Template }>>> = {
  'ar/rewards': () => import('./templates/ar/rewards.md'),
  'ar/rewards-v1': () => import('./templates/ar/rewards-v1.md'),
  'es/ai-training': () => import('./templates/es/ai-training.md'),
  'es/ai-training-v1': () => import('./templates/es/ai-training-v1.md'),
  'es/changed-terms': () => import('./templates/es/changed-terms.md'),
  'es/changed-terms-v1': () => import('./templates/es/changed-terms-v1.md'),
  'es/checkout': () => import('./templates/es/checkout.md'),
  'es/checkout-v1': () => import('./templates/es/checkout-v1.md'),
  'es/loyalty': () => import('./templates/es/loyalty.md'),
  'es/loyalty-v1': () => import('./templates/es/loyalty-v1.md'),
  'es/receipt-sharing': () => import('./templates/es/receipt-sharing.md'),
  'es/receipt-sharing-v1': () => import('./templates/es/receipt-sharing-v1.md'),
  'es/research-donation': () => import('./templates/es/research-donation.md'),
  'es/research-donation-v1': () => import('./templates/es/research-donation-v1.md'),
  'es/rewards': () => import('./templates/es/rewards.md'),
  'es/rewards-v1': () => import('./templates/es/rewards-v1.md'),
  'es/terms-of-service': () => import('./templates/es/terms-of-service.md'),
  'es/terms-of-service-v1': () => import('./templates/es/terms-of-service-v1.md'),
}
