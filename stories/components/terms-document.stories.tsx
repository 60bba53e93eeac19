import type { Meta, StoryObj } from '@storybook/react-vite'
import { TermsDocument } from '../../src/index.ts'

const meta = { title: 'Components/TermsDocument', component: TermsDocument } satisfies Meta<typeof TermsDocument>
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

/** Custom terms with a table, through the Markdown parser. */
export const Markdown: Story = { tags: ['picture'], args: { text: TEXT, locale: 'en' } }

/** Script, images, misleading links and hidden characters: all harmless and visible. */
export const Hostile: Story = { args: { text: HOSTILE, locale: 'en' } }

/** The terms are in another language than the interface. A line above states this. */
export const OtherLanguage: Story = { args: { text: '# Tu licencia de datos\n\nEsto es un acuerdo.', locale: 'es' } }
