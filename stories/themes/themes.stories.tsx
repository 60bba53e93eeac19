import type { Meta, StoryObj } from '@storybook/react-vite'
import { type Appearance, ConsentScreen } from '../../src/index.ts'
import { completeTokens } from '../../src/theme/formats/token-values.ts'
import { createTheme, defineTheme, type Theme } from '../../src/theme/index.ts'
import { bank } from '../../src/theme/themes/bank.ts'
import { card } from '../../src/theme/themes/card.ts'
import { editorial } from '../../src/theme/themes/editorial.ts'
import { highContrast } from '../../src/theme/themes/high-contrast.ts'
import { ledger } from '../../src/theme/themes/ledger.ts'
import { letter } from '../../src/theme/themes/letter.ts'
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
const wearing = (theme: Theme, more: Appearance = {}) => {
  const { variables } = defineTheme(completeTokens(theme))
  const style = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--licet-${name}`, value]))
  const consent: ConsentParameters = { appearance: () => ({ icons: theme.icons, composition: theme.composition, ...more }) }
  return { args: { style }, parameters: { consent } }
}

/** A picture of the stories: shelves of a market. */
const SHELVES =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 160' preserveAspectRatio='xMidYMid slice'%3E%3Cpath fill='%23f3d9c4' d='M0 0h400v160H0z'/%3E%3Cg fill='%23a34a2f'%3E%3Cpath d='M0 70h400v6H0zM0 140h400v6H0z'/%3E%3C/g%3E%3Cg fill='%23d98a5b'%3E%3Cpath d='M24 30h36v40H24zM70 44h28v26H70zM150 24h30v46h-30zM250 36h44v34h-44zM340 28h28v42h-28z'/%3E%3C/g%3E%3Cg fill='%235f7d4f'%3E%3Ccircle cx='122' cy='54' r='16'/%3E%3Ccircle cx='216' cy='52' r='18'/%3E%3Cpath d='M40 100h60v40H40zM220 96h36v44h-36zM300 108h70v32h-70z'/%3E%3C/g%3E%3Cg fill='%23fff5ea'%3E%3Ccircle cx='140' cy='122' r='18'/%3E%3Ccircle cx='182' cy='124' r='16'/%3E%3C/g%3E%3C/svg%3E"

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

/** The facts and the purposes as a table with rules. */
export const Ledger: Story = { tags: ['picture'], ...wearing(ledger) }

/** One column of serif type, with a line to sign on above the choice. */
export const Letter: Story = { tags: ['picture'], ...wearing(letter) }

/** A card with a picture at its top. */
export const Card: Story = { tags: ['picture'], ...wearing(card, { illustration: SHELVES }) }

/** Black and white with thick edges, large type and large targets. */
export const HighContrast: Story = { tags: ['picture'], ...wearing(highContrast) }

/** A brand color that fills both choices. */
export const FilledChoice: Story = { ...wearing(createTheme({ brand: '#00796b', choice: 'filled' })) }

/** A theme from one brand color. */
export const BrandColor: Story = { ...wearing(createTheme('#00796b')) }

/** A brand color that is too light for links. The theme darkens it in the light scheme, and reports that. */
export const LightBrandColor: Story = { ...wearing(createTheme({ brand: '#ffcc00', choice: 'filled', density: 'compact' })) }

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
