import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { TermsNotice } from '../../src/index.ts'
import { inHostPage } from './host-page.tsx'
import { noticeStates } from './notice-states.ts'

const meta = {
  title: 'Components/TermsNotice/Banner',
  component: TermsNotice,
  decorators: [inHostPage],
  args: { deadline: '2027-01-31T00:00:00Z' },
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

/** Decided without a network. The dialog shows that the decision waits. */
export const Queued: Story = noticeStates.Queued

/** Accepted. The banner disappears, and the dialog shows the outcome. */
export const Licensed: Story = noticeStates.Licensed

/** Declined. The banner disappears, and the dialog shows that the old agreement stays. */
export const Declined: Story = noticeStates.Declined

/** Kept in the banner itself. It disappears, and its live region announces that the old agreement stays. */
export const Kept: Story = {
  parameters: { consent: { state: 'update-material', ends: 'declined' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Keep it as it was' }))
    const outcome = await canvas.findByText('It stays as it was', { selector: ':not(dialog *)' })
    await waitFor(() => expect(outcome).toHaveFocus())
  },
}

/** A minor change that was read. */
export const Dismissed: Story = {
  parameters: { consent: { state: 'update-minor' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'OK' }))
    const outcome = await canvas.findByText('It stays as it was', { selector: ':not(dialog *)' })
    await waitFor(() => expect(outcome).toHaveFocus())
  },
}

/** The dialog is open. Its title has the focus. */
export const Opened: Story = {
  parameters: { consent: { state: 'update-material' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'See the change' }))
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(document.activeElement).toBe(dialog.getAllByRole('heading')[0]))
    await dialog.findByRole('button', { name: 'Keep it as it was' })
  },
}
