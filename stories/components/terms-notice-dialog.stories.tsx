import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import { TermsNotice } from '../../src/index.ts'
import { noticeStates } from './notice-states.ts'

const meta = {
  title: 'Drop-ins/TermsNotice/dialog',
  // Many open modals on one page would cover each other.
  tags: ['!autodocs'],
  component: TermsNotice,
  args: { surface: 'dialog', effective: '2027-01-31T00:00:00Z' },
} satisfies Meta<typeof TermsNotice>

export default meta
type Story = StoryObj<typeof meta>

/** The terms changed in words only. */
export const UpdateMinor: Story = {}

/** The terms changed in substance. */
export const UpdateMaterial: Story = {}

/** The terms are on their way: no Accept. */
export const TermsLoading: Story = noticeStates.TermsLoading

/** The terms did not load: Retry and Decline, no Accept. */
export const TermsError: Story = noticeStates.TermsError

/** The terms hold an unfilled place: nothing to agree to. */
export const TermsInvalid: Story = noticeStates.TermsInvalid

/** The license is being made; both choices stay where they are. */
export const Submitting: Story = noticeStates.Submitting

/** The service refused, and it is said where it happened. */
export const SubmitError: Story = noticeStates.SubmitError

/** No network: deciding works. The notice is gone, and its region says that it waits. */
export const Queued: Story = noticeStates.Queued

/** Agreed to: the notice is gone, and its region says so. */
export const Licensed: Story = noticeStates.Licensed

/** Declined: the notice is gone, and its region says what holds. */
export const Declined: Story = noticeStates.Declined

/** Closed without deciding: the region on the page says what holds. */
export const Dismissed: Story = {
  parameters: { consent: { state: 'update-material' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Close without deciding' }))
    await canvas.findByText('You keep what you agreed to')
  },
}
