import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor } from 'storybook/test'
import { TermsCheckbox } from '../../src/index.ts'

const meta = {
  title: 'Drop-ins/TermsCheckbox',
  component: TermsCheckbox,
  render: (args) => (
    <form onSubmit={(event) => event.preventDefault()}>
      <TermsCheckbox {...args} />
      <button type="submit" style={{ marginBlockStart: '1rem' }}>
        Sign up
      </button>
    </form>
  ),
} satisfies Meta<typeof TermsCheckbox>

export default meta
type Story = StoryObj<typeof meta>

/** The device is asked for its license. */
export const Checking: Story = {}

/** The terms are on their way: no box. */
export const TermsLoading: Story = {}

/** The terms did not load: another try, no box, and the form is held. */
export const TermsError: Story = {}

/** The terms hold an unfilled place: another try, and nothing to tick. */
export const TermsInvalid: Story = {}

/** Everything is there to decide. */
export const Ready: Story = {}

/** An optional purpose was turned on. */
export const Choosing: Story = {}

/** The license is being made: said, and shown when it takes a moment. */
export const Submitting: Story = {}

/** The service refused: said above the box, with another try that sends the form. */
export const SubmitError: Story = {}

/** No network: deciding works. */
export const Offline: Story = {}

/** Ticked and sent to a service that knows no such provider: the box takes the focus. */
export const Refused: Story = {
  parameters: {
    consent: { ends: 'submit-error', config: { provider: { id: '019b76da-a800-7f0a-83b7-38caa28f5424', publicKey: 'a2V5' } } },
  },
  play: async ({ canvas }) => {
    const box = await canvas.findByRole('checkbox')
    await userEvent.click(box)
    await userEvent.click(canvas.getByRole('button', { name: 'Sign up' }))
    await canvas.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(box))
  },
}

/** Signed on this device, waiting for the network: not a license yet. */
export const Queued: Story = {}

/** The license is there, with its receipt. */
export const Licensed: Story = {}

/** A license from an earlier visit. */
export const AlreadyLicensed: Story = {}

/** Declined, kindly, with a way back. */
export const Declined: Story = {}

/** Closed without deciding. */
export const Dismissed: Story = {}

/** The terms changed in words only. */
export const UpdateMinor: Story = {}

/** The terms changed in substance. */
export const UpdateMaterial: Story = {}

/** The license ends soon. */
export const Expiring: Story = {}

/** The license has ended. */
export const Expired: Story = {}

/** The withdrawal is under way. */
export const Withdrawing: Story = {}

/** The permission was taken back. */
export const Withdrawn: Story = {}

/** This device lost its key. */
export const DeviceUnknown: Story = {}

/** This browser cannot sign: said, and no box that could never succeed. */
export const Unsupported: Story = {}
