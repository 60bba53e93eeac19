import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConsentLink } from '../../src/index.ts'

const meta = {
  title: 'Components/ConsentLink/Link',
  component: ConsentLink,
} satisfies Meta<typeof ConsentLink>

export default meta
type Story = StoryObj<typeof meta>

/** A button that opens the settings in a dialog. It looks the same in every state. */
export const Dialog: Story = {}

/** A link to a page with the settings. */
export const Page: Story = { args: { href: '/privacy' } }
