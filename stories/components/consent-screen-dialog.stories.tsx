import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { ConsentScreen } from '../../src/index.ts'
import { inHostPage } from './host-page.tsx'

const meta = {
  title: 'Components/ConsentScreen/Dialog',
  component: ConsentScreen,
  args: { surface: 'dialog', defaultOpen: true },
  decorators: [inHostPage],
} satisfies Meta<typeof ConsentScreen>

export default meta
type Story = StoryObj<typeof meta>

/** The person can decide. */
export const Ready: Story = { tags: ['picture'] }

/** The license of the device is looked up. */
export const Checking: Story = {}

/** The terms are loading. There is no Accept. */
export const TermsLoading: Story = {}

/** The terms did not load. There are Retry and Decline, but no Accept. */
export const TermsError: Story = {}

/** The terms contain an unfilled placeholder. There is no Accept. */
export const TermsInvalid: Story = {}

/** An optional purpose is on. */
export const Choosing: Story = {}

/** Accept requires reading to the end. Decline does not. */
export const ReadingRequired: Story = { args: { reading: 'required' } }

/** The license is being created. Both buttons stay in place. */
export const Submitting: Story = {}

/** The service refused. The error is beside the decision. */
export const SubmitError: Story = {}

/** There is no network. Deciding works. */
export const Offline: Story = {}

/** Signed on this device and waiting for the network. It is not a license yet. */
export const Queued: Story = {}

/** The license is stored, with its receipt. */
export const Licensed: Story = {}

/** A license from an earlier visit. */
export const AlreadyLicensed: Story = {}

/** Declined, with a button to reconsider. */
export const Declined: Story = {}

/** Closed without a decision. */
export const Dismissed: Story = {}

/** A minor change of the terms. */
export const UpdateMinor: Story = {}

/** A material change of the terms. */
export const UpdateMaterial: Story = {}

/** The license expires soon. */
export const Expiring: Story = {}

/** The license has expired. */
export const Expired: Story = {}

/** The withdrawal is being sent. */
export const Withdrawing: Story = {}

/** The permission was withdrawn. */
export const Withdrawn: Story = {}

/** The storage of this device has not answered yet. There is no Accept. */
export const DeviceSlow: Story = {}

/** This device lost its key. */
export const DeviceUnknown: Story = {}

/** This browser cannot sign. */
export const Unsupported: Story = {}

/** The host app controls the dialog. Closing it by `open` dismisses nothing. */
export const OpenedByHost: Story = {
  parameters: { consent: { state: 'ready' } },
  render: function Host(args) {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Your data
        </button>
        <ConsentScreen {...args} open={open} onOpenChange={(next, { reason }) => reason !== 'state' && setOpen(next)} />
      </>
    )
  },
  play: async ({ canvas }) => {
    const opener = await canvas.findByRole('button', { name: 'Your data' })
    await userEvent.click(opener)
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible())
  },
}
