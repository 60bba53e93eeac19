import type { Meta, StoryObj } from '@storybook/react-vite'
import type { License } from '../../src/core/license.ts'
import { LicenseReceipt } from '../../src/index.ts'

const meta = { title: 'Parts/LicenseReceipt', component: LicenseReceipt } satisfies Meta<typeof LicenseReceipt>
export default meta
type Story = StoryObj<typeof meta>

const license: License = {
  id: '01a1fa11-95fa-7fa6-a424-b84ab5a144d2',
  providerId: 'provider',
  address: 'tKOrd32FRn45baFc5IccGp8B7Ji3I4igCetG4TZ923M',
  ptr: 'person',
  origin: 'com.example.bramble',
  terms: '# Your data license with Bramble Market',
  termsHash: 'CC6pW7DtWDSH5HjUVeCRxAgOREMQipum5T7HzrBJMx0',
  description: 'Receipts for points',
  tags: ['purchase_history', 'physical_receipt'],
  uses: [{ usecases: ['analytics', 'attribution'], destinations: ['bramble.example'] }],
  signature: '',
  timestamp: '2026-11-20T17:46:00.000Z',
  status: 'active',
  receipt: '',
}

/** The signature was checked. */
export const Verified: Story = {
  args: {
    license,
    company: 'Bramble Market',
    receiptStatus: 'verified',
    issuer: 'https://licet.bramble.example',
    reward: '100 points',
  },
}

/** A withdrawn license, whose signature is not checked yet. */
export const Unverified: Story = {
  args: { license: { ...license, status: 'revoked', uses: [] }, company: 'Bramble Market', receiptStatus: 'unverified' },
}
