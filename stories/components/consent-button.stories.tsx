import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { ConsentButton } from '../../src/index.ts'

const meta = {
  title: 'Components/ConsentButton',
  component: ConsentButton,
} satisfies Meta<typeof ConsentButton>

export default meta
type Story = StoryObj<typeof meta>

/** Nothing is licensed. The button opens the request. */
export const Ready: Story = { tags: ['picture'] }

/** The license of the device is looked up. The label asks nothing yet. */
export const Checking: Story = {}

/** A license waits for the network. */
export const Queued: Story = {}

/** A license is in force. The button opens the settings. */
export const AlreadyLicensed: Story = {}

/** Declined. The button opens the request again. */
export const Declined: Story = {}

/** The permission was withdrawn. */
export const Withdrawn: Story = {}

/** The license has expired. */
export const Expired: Story = {}

/** This browser cannot sign. */
export const Unsupported: Story = {}

/** The request in its dialog. */
export const RequestDialog: Story = {
  parameters: { consent: { state: 'ready' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'See the request' }))
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible())
    await screen.findByRole('button', { name: 'Decline' })
  },
}

/** The settings in their dialog. */
export const SettingsDialog: Story = {
  parameters: { consent: { state: 'already-licensed' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Your data permission' }))
    await screen.findByRole('button', { name: 'Stop Bramble Market using my data' })
  },
}
