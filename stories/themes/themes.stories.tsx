import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConsentScreen } from '../../src/index.ts'
import { completeTokens } from '../../src/theme/formats/token-values.ts'
import { createTheme, defineTheme, type Theme } from '../../src/theme/index.ts'
import { bank } from '../../src/theme/themes/bank.ts'
import { editorial } from '../../src/theme/themes/editorial.ts'
import { highContrast } from '../../src/theme/themes/high-contrast.ts'
import { night } from '../../src/theme/themes/night.ts'
import { plain } from '../../src/theme/themes/plain.ts'
import { warm } from '../../src/theme/themes/warm.ts'
import type { ConsentParameters } from '../.storybook/preview.tsx'

const meta = {
  title: 'Themes/Gallery',
  component: ConsentScreen,
  args: { surface: 'page' },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ConsentScreen>
export default meta
type Story = StoryObj<typeof meta>

/** The theme as the style of the part, so that a story needs no other provider. It has all tokens: none comes from the theme of the toolbar. */
const wearing = (theme: Theme) => {
  const { variables } = defineTheme(completeTokens(theme))
  const style = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--licet-${name}`, value]))
  const consent: ConsentParameters = { appearance: () => ({ icons: theme.icons }) }
  return { args: { style }, parameters: { consent } }
}

/** The light color scheme, independent of the system. */
export const Light: Story = { globals: { scheme: 'light' } }

/** The dark color scheme, independent of the system. */
export const Dark: Story = { globals: { scheme: 'dark' } }

/** Quiet black on white, with outlined choices. */
export const Plain: Story = { tags: ['picture'], ...wearing(plain) }

/** Cream paper, terracotta, round buttons and dashed lines. */
export const Warm: Story = { tags: ['picture'], ...wearing(warm) }

/** Navy, square and dense, with two filled choices. */
export const Bank: Story = { tags: ['picture'], ...wearing(bank) }

/** Serif type on newsprint, with thin black rules. */
export const Editorial: Story = { tags: ['picture'], ...wearing(editorial) }

/** Dark in both schemes, with headings in a fixed-width font. */
export const Night: Story = { tags: ['picture'], ...wearing(night) }

/** Black and white with thick edges, large type and large targets. */
export const HighContrast: Story = { tags: ['picture'], ...wearing(highContrast) }

/** A theme from one brand color. */
export const BrandColor: Story = { ...wearing(createTheme('#00796b')) }

/** A brand color that is too light for links. The theme darkens it in the light scheme, and reports that. */
export const LightBrandColor: Story = { ...wearing(createTheme({ brand: '#ffcc00', density: 'compact' })) }

/** A theme of a host app: tokens, square corners and taller buttons. */
export const CustomTheme: Story = {
  ...wearing(
    createTheme({
      radius: '2px',
      target: '52px',
      'font-family': 'Georgia, serif',
      'color-accent': { light: 'oklch(0.45 0.1 155)', dark: 'oklch(0.8 0.11 155)' },
      'color-decision-surface': { light: 'oklch(0.95 0.02 155)', dark: 'oklch(0.32 0.03 155)' },
    }),
  ),
}
