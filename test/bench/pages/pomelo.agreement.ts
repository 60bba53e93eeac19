// Two necessary and two optional purposes.
export default {
  company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
  jurisdiction: 'Ireland',
  compensation: '200 points a month',
  expiry: null,
  purposes: ['analytics', 'attribution', { usecase: 'personalization' }, { usecase: 'retargeting' }],
} as const
