import type { Meta, StoryObj } from '@storybook/react-vite'
import { TermsDiff } from '../../src/index.ts'
import { diffTerms } from '../../src/terms/diff/diff-terms.ts'

const meta = { title: 'Components/TermsDiff', component: TermsDiff } satisfies Meta<typeof TermsDiff>
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

/** A redline of the text and of the license. */
export const Changed: Story = {
  tags: ['picture'],
  args: {
    locale: 'en',
    terms: diffTerms(
      TEXT,
      TEXT.replace('Two years', 'Five years')
        .replace('You can say no.', 'You can say no at any time.')
        .replace('## Who gets the data', '## Who receives the data'),
    ),
    license: {
      weight: 'material',
      changes: [
        { attribute: 'data', direction: 'widened', weight: 'material', sentence: 'Email receipts are added.' },
        { attribute: 'duration', direction: 'narrowed', weight: 'minor', sentence: 'It now ends on 31 January 2031.' },
      ],
    },
  },
}

/** The texts are equal. */
export const Unchanged: Story = { args: { locale: 'en', terms: diffTerms(TEXT, TEXT) } }
