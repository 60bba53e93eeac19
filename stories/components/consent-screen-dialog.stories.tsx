import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { ConsentScreen } from '../../src/index.ts'
import { inHostPage } from './host-page.tsx'
import { surfaceStories } from './surface-stories.ts'

const meta = {
  title: 'Components/ConsentScreen/Dialog',
  component: ConsentScreen,
  args: { surface: 'dialog', defaultOpen: true },
  decorators: [inHostPage],
} satisfies Meta<typeof ConsentScreen>

export default meta
type Story = StoryObj<typeof meta>

export const Ready: Story = { ...surfaceStories.Ready, tags: ['picture'] }
export const Checking: Story = surfaceStories.Checking
export const TermsLoading: Story = surfaceStories.TermsLoading
export const TermsError: Story = surfaceStories.TermsError
export const TermsInvalid: Story = surfaceStories.TermsInvalid
export const Choosing: Story = surfaceStories.Choosing
export const ReadingRequired: Story = surfaceStories.ReadingRequired
export const Submitting: Story = surfaceStories.Submitting
export const SubmitError: Story = surfaceStories.SubmitError
export const Offline: Story = surfaceStories.Offline
export const Queued: Story = surfaceStories.Queued
export const Licensed: Story = surfaceStories.Licensed
export const AlreadyLicensed: Story = surfaceStories.AlreadyLicensed
export const Declined: Story = surfaceStories.Declined
export const Dismissed: Story = surfaceStories.Dismissed
export const UpdateMinor: Story = surfaceStories.UpdateMinor
export const UpdateMaterial: Story = surfaceStories.UpdateMaterial
export const Expiring: Story = surfaceStories.Expiring
export const Expired: Story = surfaceStories.Expired
export const Withdrawing: Story = surfaceStories.Withdrawing
export const Withdrawn: Story = surfaceStories.Withdrawn
export const DeviceSlow: Story = surfaceStories.DeviceSlow
export const DeviceUnknown: Story = surfaceStories.DeviceUnknown
export const Unsupported: Story = surfaceStories.Unsupported

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
