import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'
import { ConsentLink } from '../../src/index.ts'
import { inHostPage } from './host-page.tsx'

const meta = {
  title: 'Components/ConsentLink/Dialog',
  component: ConsentLink,
  decorators: [inHostPage],
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Your data permission' }))
    await screen.findByRole('dialog')
  },
} satisfies Meta<typeof ConsentLink>

export default meta
type Story = StoryObj<typeof meta>

/** The person can decide. */
export const Ready: Story = {}

/** The license of the device is looked up. */
export const Checking: Story = {}

/** The terms are loading. There is no Accept. */
export const TermsLoading: Story = {}

/** The terms did not load. There are Retry and Decline, but no Accept. */
export const TermsError: Story = {}

/** The terms contain an unfilled placeholder. There is no Accept. */
export const TermsInvalid: Story = {}

/** An optional purpose is on. */
export const Choosing: Story = {}

/** The license is being created. Both buttons stay in place. */
export const Submitting: Story = {}

/** The service refused. The error is beside the decision. */
export const SubmitError: Story = {}

/** There is no network. Deciding works. */
export const Offline: Story = {}

/** Signed on this device and waiting for the network. It is not a license yet. */
export const Queued: Story = {}

/** The license is stored, with its receipt. */
export const Licensed: Story = {}

/** A license from an earlier visit. */
export const AlreadyLicensed: Story = {}

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

/** This browser cannot sign. */
export const Unsupported: Story = {}
