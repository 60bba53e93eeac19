import type { Meta, StoryObj } from '@storybook/react-vite'
import { TermsPlayground } from './terms/terms-playground.tsx'

const meta = {
  title: 'Workshop/Terms playground',
  component: TermsPlayground,
  tags: ['!autodocs'],
  args: { scheme: 'light' },
  parameters: { layout: 'fullscreen', controls: { disable: true }, consent: { staged: false } },
  render: (args, { globals }) => <TermsPlayground {...args} scheme={globals.scheme === 'dark' ? 'dark' : 'light'} />,
} satisfies Meta<typeof TermsPlayground>
export default meta
type Story = StoryObj<typeof meta>

/** The wording of the terms, with what people see beside it. */
export const Playground: Story = {}
