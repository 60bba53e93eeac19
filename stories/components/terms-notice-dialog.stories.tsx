import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'
import { TermsNotice } from '../../src/index.ts'
import { inHostPage } from './host-page.tsx'
import { noticeStates } from './notice-states.ts'

const meta = {
  title: 'Components/TermsNotice/Dialog',
  component: TermsNotice,
  decorators: [inHostPage],
  args: { surface: 'dialog', effective: '2027-01-31T00:00:00Z' },
} satisfies Meta<typeof TermsNotice>

export default meta
type Story = StoryObj<typeof meta>

/** A minor change of the terms. */
export const UpdateMinor: Story = {}

/** A material change of the terms. */
export const UpdateMaterial: Story = { tags: ['picture'] }

/** The license is being created. Both buttons stay in place. */
export const Submitting: Story = noticeStates.Submitting

/** The service refused. The error is beside the decision. */
export const SubmitError: Story = noticeStates.SubmitError

/** Decided without a network. The notice disappears, and its live region announces the queue. */
export const Queued: Story = noticeStates.Queued

/** Accepted. The notice disappears, and its live region announces the outcome. */
export const Licensed: Story = noticeStates.Licensed

/** Declined. The notice disappears, and its live region announces that the old agreement stays. */
export const Declined: Story = noticeStates.Declined

/** Closed without a decision. The live region on the page announces that the old agreement stays. */
export const Dismissed: Story = {
  parameters: { consent: { state: 'update-material' } },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Close without deciding' }))
    await screen.findByText('It stays as it was')
  },
}
