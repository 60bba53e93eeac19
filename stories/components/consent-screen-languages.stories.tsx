import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { ConsentScreen } from '../../src/index.ts'
import type { Template } from '../../src/terms/index.ts'
import { OWN_CONTRACT } from '../../test/fixtures/own-contract.ts'
import { agreement as bramble } from '../../test/fixtures/story-world.ts'

const meta = {
  title: 'Components/ConsentScreen/Languages',
  component: ConsentScreen,
  args: { surface: 'page' },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ConsentScreen>

export default meta
type Story = StoryObj<typeof meta>

const TEMPLATES = import.meta.glob<Template>('../../src/terms/languages/*/templates/rewards.md', { eager: true, import: 'default' })

/** Each answer of the agreement is a sentence of the summary and of the terms. */
const agreement = {
  ...bramble,
  expiry: { months: 12 },
  afterWithdrawal: { deletedWithin: { days: 30 } },
  earlierData: 'excluded',
  earnedRewards: 'kept',
  declineChangesNothing: true,
} as const

/** Returns the story of a language: the interface and the terms are both in it. */
const inLanguage = (locale: string): Story => ({
  globals: { locale },
  parameters: {
    consent: {
      state: 'ready',
      config: { agreement: { ...agreement, template: TEMPLATES[`../../src/terms/languages/${locale}/templates/rewards.md`] } },
    },
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('[data-part="terms-text"] h2')).toBeVisible())
    // Every element with a language has the same one: no text is in another.
    const languages = [...canvasElement.querySelectorAll('[lang]')].map((element) => element.getAttribute('lang'))
    await expect(new Set(languages)).toEqual(new Set([locale]))
  },
})

/** The company has its contract in English only. The title is its own, in the language of the person. */
export const ForeignText: Story = {
  globals: { locale: 'de' },
  parameters: {
    consent: {
      state: 'ready',
      config: {
        agreement: {
          ...agreement,
          title: { en: 'May we use your receipts?', de: 'Dürfen wir Ihre Belege nutzen?' },
          terms: { en: OWN_CONTRACT },
        },
      },
    },
  },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('[data-part="terms-text"] h2')).toBeVisible())
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Dürfen wir Ihre Belege nutzen?')
    await expect(await canvas.findByRole('button', { name: 'Zustimmen' })).toHaveAccessibleDescription(
      /^Sie unterschreiben auf Englisch\./,
    )
  },
}

export const English: Story = inLanguage('en')
export const Spanish: Story = inLanguage('es')
export const German: Story = inLanguage('de')
export const French: Story = inLanguage('fr')
export const Portuguese: Story = inLanguage('pt-BR')
export const Japanese: Story = inLanguage('ja')
export const Arabic: Story = inLanguage('ar')
export const Hebrew: Story = inLanguage('he')
