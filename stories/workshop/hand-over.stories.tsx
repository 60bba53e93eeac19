import type { Meta, StoryObj } from '@storybook/react-vite'
import { HandOverPage } from './hand-over/hand-over-page.tsx'

const meta = {
  title: 'Workshop/Hand it over',
  component: HandOverPage,
  tags: ['!autodocs'],
  args: { scheme: 'light' },
  parameters: { layout: 'fullscreen', controls: { disable: true }, consent: { staged: false } },
  render: (args, { globals }) => <HandOverPage {...args} scheme={globals.scheme === 'dark' ? 'dark' : 'light'} />,
} satisfies Meta<typeof HandOverPage>
export default meta
type Story = StoryObj<typeof meta>

/** Theme and terms as one file that a developer imports. */
export const File: Story = {}
