import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConsentGate } from '../../src/index.ts'

const meta = {
  title: 'Drop-ins/ConsentGate',
  component: ConsentGate,
  args: { usecase: 'analytics', children: 'Only while it is licensed.' },
} satisfies Meta<typeof ConsentGate>

export default meta
type Story = StoryObj<typeof meta>

/** The device is asked for its license. */
export const Checking: Story = { parameters: { consent: { state: 'checking' } } }

/** The terms are on their way: no Accept. */
export const TermsLoading: Story = { parameters: { consent: { state: 'terms-loading' } } }

/** The terms did not load: Retry and Decline, no Accept. */
export const TermsError: Story = { parameters: { consent: { state: 'terms-error' } } }

/** The terms hold an unfilled place: nothing to agree to. */
export const TermsInvalid: Story = { parameters: { consent: { state: 'terms-invalid' } } }

/** Everything is there to decide. */
export const Ready: Story = { parameters: { consent: { state: 'ready' } } }

/** An optional purpose was turned on. */
export const Choosing: Story = { parameters: { consent: { state: 'choosing' } } }

/** The license is being made; both choices stay where they are. */
export const Submitting: Story = { parameters: { consent: { state: 'submitting' } } }

/** The service refused, and it is said where it happened. */
export const SubmitError: Story = { parameters: { consent: { state: 'submit-error' } } }

/** No network: deciding works. */
export const Offline: Story = { parameters: { consent: { state: 'offline' } } }

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

/** This browser cannot sign. */
export const Unsupported: Story = { parameters: { consent: { state: 'unsupported' } } }

/** A word that the agreement does not have: it never opens, and the console says which was meant. */
export const UnknownUsecase: Story = { args: { usecase: 'analytic' }, parameters: { consent: { state: 'ready' } } }
