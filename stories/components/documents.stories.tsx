import type { Meta, StoryObj } from '@storybook/react-vite'
import type { License } from '../../src/core/license.ts'
import { LicenseReceipt, TermsDiff, TermsDocument } from '../../src/index.ts'
import { diffTerms } from '../../src/terms/diff/diff-terms.ts'

const meta = { title: 'Parts/Documents' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const TEXT = `# Your data license with Bramble Market

This is an agreement between you and Bramble Market.

## What the data is used for

1. Statistics and market research.
2. Measuring what led to a purchase.

> You can say no.

## How long it lasts

| Data | Kept for |
| --- | --- |
| Receipts | Two years |
| Purchase history | Until you withdraw |

## Who gets the data

Bramble Market, see its [privacy policy](https://bramble.example/privacy).
`

const HOSTILE = `# Terms <script>alert(1)</script>

[Win](javascript:alert(1)) [bramble.example](https://spy.example/) ![pixel](https://spy.example/p.gif) You pay \u202E001\u202C euro.
`

const license: License = {
  id: '01a1fa11-95fa-7fa6-a424-b84ab5a144d2',
  providerId: 'provider',
  address: 'tKOrd32FRn45baFc5IccGp8B7Ji3I4igCetG4TZ923M',
  ptr: 'person',
  origin: 'com.example.bramble',
  terms: TEXT,
  termsHash: 'CC6pW7DtWDSH5HjUVeCRxAgOREMQipum5T7HzrBJMx0',
  description: 'Receipts for points',
  tags: ['purchase_history', 'physical_receipt'],
  uses: [{ usecases: ['analytics', 'attribution'], destinations: ['bramble.example'] }],
  signature: '',
  timestamp: '2026-11-20T17:46:00.000Z',
  status: 'active',
  receipt: '',
}

/** Text of the host's own, through the Markdown parser, with a table. */
export const Terms: Story = { render: () => <TermsDocument text={TEXT} locale="en" /> }

/** Everything that could do harm, harmless and told. */
export const TermsHostile: Story = { render: () => <TermsDocument text={HOSTILE} locale="en" /> }

/** Terms in another language than the interface's: said. */
export const TermsInAnotherLanguage: Story = {
  render: () => <TermsDocument text={'# Tu licencia de datos\n\nEsto es un acuerdo.'} locale="es" />,
}

/** A redline of the text and of the license. */
export const Redline: Story = {
  render: () => (
    <TermsDiff
      locale="en"
      terms={diffTerms(
        TEXT,
        TEXT.replace('Two years', 'Five years')
          .replace('You can say no.', 'You can say no at any time.')
          .replace('## Who gets the data', '## Who receives the data'),
      )}
      license={{
        weight: 'material',
        changes: [
          { attribute: 'data', direction: 'widened', weight: 'material', sentence: 'E-mail receipts are added.' },
          { attribute: 'duration', direction: 'narrowed', weight: 'minor', sentence: 'It now ends on 31 January 2031.' },
        ],
      }}
    />
  ),
}

/** A receipt whose signature was checked. */
export const ReceiptVerified: Story = {
  render: () => (
    <LicenseReceipt
      license={license}
      company="Bramble Market"
      receiptStatus="verified"
      issuer="https://licet.bramble.example"
      reward="100 points"
    />
  ),
}

/** A receipt of a withdrawn license, not yet checked. */
export const ReceiptUnverified: Story = {
  render: () => (
    <LicenseReceipt license={{ ...license, status: 'revoked', uses: [] }} company="Bramble Market" receiptStatus="unverified" />
  ),
}
