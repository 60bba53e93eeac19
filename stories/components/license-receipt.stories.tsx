import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import type { License } from '../../src/core/license.ts'
import { LicenseReceipt } from '../../src/index.ts'
import { agreement } from './agreement.ts'

const meta = { title: 'Components/LicenseReceipt', component: LicenseReceipt } satisfies Meta<typeof LicenseReceipt>
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
  uses: [{ usecases: ['analytics', 'personalization'], destinations: ['bramble.example'] }],
  signature: '',
  timestamp: '2026-11-20T17:46:00.000Z',
  status: 'active',
  receipt: '',
}

/** The signature was checked. */
export const Verified: Story = {
  tags: ['picture'],
  args: {
    license,
    company: 'Bramble Market',
    receiptStatus: 'verified',
    issuer: 'https://licet.bramble.example',
    reward: '100 points',
  },
}

/** It has an end. The reward and the law stand in the signed terms. */
export const ActiveUntil: Story = {
  args: {
    license: {
      ...license,
      expiry: '2027-11-20T23:59:59.999Z',
      terms: '# Your data license with Bramble Market\n\n- 100 points for each receipt\n\nThe law of Ireland applies.',
    },
    company: 'Bramble Market',
    agreement,
    receiptStatus: 'verified',
    issuer: 'https://licet.bramble.example',
  },
}

/** The signed terms and the technical details are open. */
export const Unfolded: Story = {
  args: ActiveUntil.args,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('The terms you agreed to'))
    await userEvent.click(canvas.getByText('Technical details'))
    await canvas.findByText('The law of Ireland applies.')
    await expect(canvas.getByText('Fingerprint of the terms')).toBeVisible()
  },
}

/** The signature was not checked, so the receipt has no line about it. */
export const Unchecked: Story = { args: { license, company: 'Bramble Market' } }

/** A newer license replaced it. */
export const Superseded: Story = {
  args: { license: { ...license, status: 'superseded' }, company: 'Bramble Market', receiptStatus: 'verified' },
}

/** The license was erased. Only its number and the fingerprint are left. */
export const Erased: Story = {
  args: {
    license: { ...license, status: 'erased', address: '', terms: '', tags: [], uses: [] },
    company: 'Bramble Market',
    receiptStatus: 'verified',
  },
  play: async ({ canvas }) => {
    // Regression: the sentence named no service ("Signed by you, and on 20 November 2026 by"), and an erased license had an end.
    await expect((await canvas.findByText('Verified on this device.')).parentElement?.textContent).toBe('Verified on this device. ')
    await expect(canvas.queryByText('Until')).toBeNull()
  },
}

/** A withdrawn license, whose signature is not checked yet. */
export const Unverified: Story = {
  args: { license: { ...license, status: 'revoked', uses: [] }, company: 'Bramble Market', receiptStatus: 'unverified' },
}

/** With the names that the company gives to its own words. */
export const CustomNames: Story = {
  args: {
    license: {
      ...license,
      tags: ['fitness', 'x-gym_visits'],
      uses: [{ usecases: ['x-coaching'], destinations: ['bramble.example'] }],
      expiry: '2027-11-20T23:59:59.999Z',
    },
    company: 'Bramble Market',
    agreement: {
      ...agreement,
      tagLabels: { 'x-gym_visits': 'gym visits' },
      purposes: [{ usecase: 'x-coaching', label: 'personal coaching', destinations: ['bramble.example'], necessary: true }],
    },
    receiptStatus: 'verified',
  },
}
