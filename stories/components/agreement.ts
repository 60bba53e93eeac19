import type { Agreement } from '../../src/core/agreement.ts'

/** The agreement of the stories of single parts. */
export const agreement: Agreement = {
  locale: 'en',
  company: {
    name: 'Bramble Market',
    termsUrl: 'https://bramble.example/terms',
    privacyUrl: 'https://bramble.example/privacy',
    contact: 'privacy@bramble.example',
  },
  description: 'Earn points when you share your grocery receipts.',
  tags: ['purchase_history', 'physical_receipt', 'email_receipt'],
  purposes: [
    { usecase: 'analytics', destinations: ['bramble.example'], necessary: true },
    { usecase: 'retargeting', destinations: ['ads.bramble.example'], necessary: false },
    {
      usecase: 'distribution',
      destinations: ['*'],
      necessary: false,
      description: 'Bramble Market sells summaries of what is bought.',
    },
  ],
  expiry: '2031-01-31T00:00:00Z',
  destinationLabels: { 'ads.bramble.example': 'AdCo, an advertising company' },
  compensation: '100 points for each receipt',
  jurisdiction: 'Ireland',
}
