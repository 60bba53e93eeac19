import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent } from 'storybook/test'
import { TermsNotice } from '../../src/index.ts'
import { noticeStates } from './notice-states.ts'

const meta = {
  title: 'Drop-ins/TermsNotice/banner',
  component: TermsNotice,
  args: { deadline: '2027-01-31T00:00:00Z' },
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

/** Put off: the banner is gone, and its region says what holds. */
export const Dismissed: Story = {
  parameters: { consent: { state: 'update-material' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Not now' }))
    await expect(await canvas.findByText('You keep what you agreed to')).toHaveFocus()
  },
}

/** Opened: the title has the focus, and what it says is said once. */
export const Opened: Story = {
  parameters: { consent: { state: 'update-material' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Show what changed' }))
    await expect(document.activeElement).toBe(canvas.getAllByRole('heading')[0])
    await canvas.findByRole('button', { name: 'Keep what I agreed to' })
  },
}
