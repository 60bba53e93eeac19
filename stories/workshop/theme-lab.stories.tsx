import type { Meta, StoryObj } from '@storybook/react-vite'
import { ThemeLab } from './theme/theme-lab.tsx'

const meta = {
  title: 'Workshop/Theme lab',
  component: ThemeLab,
  tags: ['!autodocs'],
  args: { scheme: 'light' },
  parameters: { layout: 'fullscreen', controls: { disable: true }, consent: { staged: false } },
  render: (args, { globals }) => <ThemeLab {...args} scheme={globals.scheme === 'dark' ? 'dark' : 'light'} />,
} satisfies Meta<typeof ThemeLab>
export default meta
type Story = StoryObj<typeof meta>

/** From one brand color to twelve screens. */
export const Lab: Story = {}
