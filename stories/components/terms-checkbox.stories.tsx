import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor } from 'storybook/test'
import { TermsCheckbox } from '../../src/index.ts'

const meta = {
  title: 'Components/TermsCheckbox',
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

/** The person can decide. */
export const Ready: Story = { tags: ['picture'] }

/** The license of the device is looked up. The box is invisible until the result is known. */
export const Checking: Story = {}

/** The terms are loading. There is no box. */
export const TermsLoading: Story = {}

/** The terms did not load. There is Retry but no box, and the form cannot be sent. */
export const TermsError: Story = {}

/** The terms contain an unfilled placeholder. There is Retry but no box. */
export const TermsInvalid: Story = {}

/** An optional purpose is on. */
export const Choosing: Story = { args: { purposes: true } }

/** The form offers the optional purposes itself. */
export const WithPurposes: Story = { args: { purposes: true } }

/** Someone who agreed sees what they turned on. */
export const WithPurposesAgreed: Story = {
  args: { purposes: true },
  parameters: { consent: { state: 'already-licensed' } },
}

/** The form resets after a server action. The choice stays, in the box and in its text. */
export const AfterReset: Story = {
  args: { purposes: true },
  parameters: { consent: { ends: 'choosing' } },
  play: async ({ canvas, canvasElement }) => {
    const choice = await canvas.findByRole('checkbox', { name: /^Personal offers/ })
    await userEvent.click(choice)
    canvasElement.querySelector('form')?.reset()
    await waitFor(() => expect(choice).toBeChecked())
  },
}

/** The license is being created. A message appears after 180 ms. */
export const Submitting: Story = {}

/** The service refused. The error is above the box, with a button that sends the form again. */
export const SubmitError: Story = {}

/** There is no network. Deciding works. */
export const Offline: Story = {}

/** Ticked and sent to a service that does not know the provider. The box takes the focus. */
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

/** Signed on this device and waiting for the network. It is not a license yet. The date replaces the box. */
export const Queued: Story = {}

/** The license is stored. The date replaces the box. */
export const Licensed: Story = {}

/** A license from an earlier visit. The form is sent without a new tick. */
export const AlreadyLicensed: Story = { tags: ['picture'] }

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

/** This browser cannot sign. There is no box. */
export const Unsupported: Story = {}
