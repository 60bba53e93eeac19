import type { ConfigWithoutUser } from '../provider/provider-props.ts'

/** The configuration of a preview for which the host app passes none. Its service does not exist, and nothing is sent to it. */
export const SAMPLE_CONFIG: ConfigWithoutUser = {
  authUrl: 'https://licenses.example.com',
  provider: { id: 'sample-provider', publicKey: 'AAAA' },
  origin: 'com.example.app',
  agreement: {
    company: {
      name: 'Example Company',
      termsUrl: 'https://www.example.com/terms',
      privacyUrl: 'https://www.example.com/privacy',
      contact: 'privacy@example.com',
    },
    jurisdiction: 'Ireland',
    compensation: '50 points for each receipt',
    expiry: null,
    purposes: ['analytics', { usecase: 'personalization' }, { usecase: 'support' }],
  },
}
