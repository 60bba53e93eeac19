import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConsentLink } from '../../src/index.ts'

const meta = {
  title: 'Drop-ins/ConsentLink',
  component: ConsentLink,
} satisfies Meta<typeof ConsentLink>

export default meta
type Story = StoryObj<typeof meta>

/** Everything is there to decide. */
export const Ready: Story = { parameters: { consent: { state: 'ready' } } }

/** A license from an earlier visit. */
export const AlreadyLicensed: Story = { parameters: { consent: { state: 'already-licensed' } } }

/** The permission was taken back. */
export const Withdrawn: Story = { parameters: { consent: { state: 'withdrawn' } } }

/** The settings in their dialog, as wide as what they hold. */
export const Open: Story = {
  parameters: { consent: { state: 'already-licensed' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Your data permission' }))
    await canvas.findByRole('button', { name: 'Withdraw permission' })
  },
}
