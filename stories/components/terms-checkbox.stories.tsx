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
export const Checking: Story = { parameters: { consent: { state: 'checking' } } }

/** The terms are on their way: no box. */
export const TermsLoading: Story = { parameters: { consent: { state: 'terms-loading' } } }

/** The terms did not load: another try, no box, and the form is held. */
export const TermsError: Story = { parameters: { consent: { state: 'terms-error' } } }

/** The terms hold an unfilled place: another try, and nothing to tick. */
export const TermsInvalid: Story = { parameters: { consent: { state: 'terms-invalid' } } }

/** Everything is there to decide. */
export const Ready: Story = { parameters: { consent: { state: 'ready' } } }

/** An optional purpose was turned on. */
export const Choosing: Story = { parameters: { consent: { state: 'choosing' } } }

/** The license is being made: said, and shown when it takes a moment. */
export const Submitting: Story = { parameters: { consent: { state: 'submitting' } } }

/** The service refused: said above the box, with another try that sends the form. */
export const SubmitError: Story = { parameters: { consent: { state: 'submit-error' } } }

/** No network: deciding works. */
export const Offline: Story = { parameters: { consent: { state: 'offline' } } }

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
export const Queued: Story = { parameters: { consent: { state: 'queued' } } }

/** The license is there, with its receipt. */
export const Licensed: Story = { parameters: { consent: { state: 'licensed' } } }

/** A license from an earlier visit. */
export const AlreadyLicensed: Story = { parameters: { consent: { state: 'already-licensed' } } }

/** Declined, kindly, with a way back. */
export const Declined: Story = { parameters: { consent: { state: 'declined' } } }

/** Closed without deciding. */
export const Dismissed: Story = { parameters: { consent: { state: 'dismissed' } } }

/** The terms changed in words only. */
export const UpdateMinor: Story = { parameters: { consent: { state: 'update-minor' } } }

/** The terms changed in substance. */
export const UpdateMaterial: Story = { parameters: { consent: { state: 'update-material' } } }

/** The license ends soon. */
export const Expiring: Story = { parameters: { consent: { state: 'expiring' } } }

/** The license has ended. */
export const Expired: Story = { parameters: { consent: { state: 'expired' } } }

/** The withdrawal is under way. */
export const Withdrawing: Story = { parameters: { consent: { state: 'withdrawing' } } }

/** The permission was taken back. */
export const Withdrawn: Story = { parameters: { consent: { state: 'withdrawn' } } }

/** This device lost its key. */
export const DeviceUnknown: Story = { parameters: { consent: { state: 'device-unknown' } } }

/** This browser cannot sign: said, and no box that could never succeed. */
export const Unsupported: Story = { parameters: { consent: { state: 'unsupported' } } }
