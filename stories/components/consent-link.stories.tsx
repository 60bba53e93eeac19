import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConsentLink } from '../../src/index.ts'

const meta = {
  title: 'Drop-ins/ConsentLink',
  component: ConsentLink,
} satisfies Meta<typeof ConsentLink>

export default meta
type Story = StoryObj<typeof meta>

/** A button that opens the settings in their dialog; the same in every state. */
export const ToTheDialog: Story = {}

/** A link to the page with the settings. */
export const ToAPage: Story = { args: { href: '/privacy' } }
