import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConsentScreen } from '../../src/index.ts'
import { createTheme } from '../../src/theme/index.ts'

const meta = { title: 'Themes', component: ConsentScreen, args: { surface: 'inline' } } satisfies Meta<typeof ConsentScreen>
export default meta
type Story = StoryObj<typeof meta>

const toStyle = (variables: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--licet-${name}`, value]))

/** The light color scheme, independent of the system. */
export const Light: Story = { globals: { scheme: 'light' } }

/** The dark color scheme, independent of the system. */
export const Dark: Story = { globals: { scheme: 'dark' } }

/** A theme of a host app: another accent color, square corners and taller buttons. */
export const CustomTheme: Story = {
  args: {
    style: toStyle(
      createTheme({
        radius: '2px',
        target: '52px',
        'font-family': 'Georgia, serif',
        'color-accent': { light: 'oklch(0.45 0.1 155)', dark: 'oklch(0.8 0.11 155)' },
        'color-decision-surface': { light: 'oklch(0.95 0.02 155)', dark: 'oklch(0.32 0.03 155)' },
      }).variables,
    ),
  },
}
