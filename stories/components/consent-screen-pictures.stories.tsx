import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConsentScreen } from '../../src/index.ts'
import type { ConsentParameters } from '../.storybook/preview.tsx'

const meta = {
  title: 'Components/ConsentScreen/Pictures',
  component: ConsentScreen,
  args: { surface: 'inline' },
} satisfies Meta<typeof ConsentScreen>

export default meta
type Story = StoryObj<typeof meta>

/** A basket of fruit, in the colors of the theme. */
const basket = (
  <svg viewBox="0 0 240 120" role="presentation">
    <circle cx="86" cy="52" r="26" fill="var(--licet-color-accent-soft)" stroke="var(--licet-color-accent)" strokeWidth="2" />
    <circle cx="150" cy="50" r="30" fill="var(--licet-color-accent-soft)" stroke="var(--licet-color-accent)" strokeWidth="2" />
    <circle cx="118" cy="40" r="24" fill="var(--licet-color-surface)" stroke="var(--licet-color-accent)" strokeWidth="2" />
    <path d="M118 16c2-8 8-12 16-12-1 8-7 13-16 12" fill="var(--licet-color-accent)" />
    <path d="M52 62h136l-14 50H66z" fill="var(--licet-color-surface)" stroke="var(--licet-color-border-strong)" strokeWidth="2" />
    <path d="M60 80h120M66 96h108" stroke="var(--licet-color-border)" strokeWidth="2" />
  </svg>
)

/** Filled icons of a host app, on a grid of 24. */
const filled = (path: string) => (
  <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
)

/** An illustration of the company above the question. Its height is reserved before it loads. */
export const Illustration: Story = {
  tags: ['picture'],
  parameters: { consent: { appearance: () => ({ illustration: basket }) } satisfies ConsentParameters },
}

/** Icons of the host app in place of four icons of the kit. */
export const OwnIcons: Story = {
  parameters: {
    consent: {
      appearance: () => ({
        icons: {
          data: filled('M6 2h12a1 1 0 0 1 1 1v19l-3-2-2 2-2-2-2 2-2-2-3 2V3a1 1 0 0 1 1-1zm2 5v2h8V7zm0 4v2h8v-2z'),
          reward: filled('m12 2 3 6.5 7 .8-5.2 4.8 1.4 7L12 17.6 5.8 21l1.4-7L2 9.300l7-.8z'),
          duration: filled('M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 5v4.600l3.5 2-1 1.800L11 12.800V7z'),
          recipients: filled('M12 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zm-9 10c0-5 4-8 9-8s9 3 9 8z'),
        },
      }),
    } satisfies ConsentParameters,
  },
}
