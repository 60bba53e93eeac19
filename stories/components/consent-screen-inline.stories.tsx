import type { Meta, StoryObj } from '@storybook/react-vite'
import { ConsentScreen } from '../../src/index.ts'

const meta = {
  title: 'Drop-ins/ConsentScreen/inline',
  component: ConsentScreen,
  args: { surface: 'inline' },
} satisfies Meta<typeof ConsentScreen>

export default meta
type Story = StoryObj<typeof meta>

/** The device is asked for its license. */
export const Checking: Story = {}

/** The terms are on their way: no Accept. */
export const TermsLoading: Story = {}

/** The terms did not load: Retry and Decline, no Accept. */
export const TermsError: Story = {}

/** The terms hold an unfilled place: nothing to agree to. */
export const TermsInvalid: Story = {}

/** Everything is there to decide. */
export const Ready: Story = {}

/** An optional purpose was turned on. */
export const Choosing: Story = {}

/** Accept asks for the end of the text first; Decline does not. */
export const ReadingRequired: Story = { args: { reading: 'required' } }

/** The license is being made; both choices stay where they are. */
export const Submitting: Story = {}

/** The service refused, and it is said where it happened. */
export const SubmitError: Story = {}

/** No network: deciding works. */
export const Offline: Story = {}

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

/** This browser cannot sign. */
export const Unsupported: Story = {}
