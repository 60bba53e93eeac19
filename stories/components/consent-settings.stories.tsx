import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ConsentSettings } from '../../src/index.ts'
import { agreement } from '../../test/fixtures/story-world.ts'

const meta = {
  title: 'Drop-ins/ConsentSettings',
  component: ConsentSettings,
  args: { onDelete: () => {} },
} satisfies Meta<typeof ConsentSettings>

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

/** Other purposes are asked for today than those agreed to: what is allowed is what the license says. */
export const AgreedToOtherPurposes: Story = {
  parameters: {
    consent: {
      state: 'update-material',
      earlier: { agreement: { purposes: ['analytics', { usecase: 'retargeting' }] }, granted: ['retargeting'] },
      config: { agreement: { ...agreement, purposes: ['analytics', 'attribution', 'ai_training'] } },
    },
  },
}

/** Another choice is signed and waits for the network; the license of before is still in force. */
export const ChangeQueued: Story = {
  parameters: { consent: { state: 'already-licensed', ends: 'queued' } },
  play: async ({ canvas, userEvent, loaded: { scene } }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Change your choices' }))
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Offers/ }))
    await canvas.findByRole('button', { name: 'Agree and create license' })
    scene.world.setNetwork('offline')
    await userEvent.click(canvas.getByRole('button', { name: 'Agree and create license' }))
    await canvas.findAllByText('Signed, waiting for the network')
  },
}

/** The permission was taken back without a network: it counts here at once and is sent later. */
export const WithdrawnOffline: Story = {
  parameters: { consent: { state: 'queued', ends: 'withdrawing' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Withdraw permission' }))
    await canvas.findAllByText(/as soon as the license service can be reached/)
  },
}

/** The service refused the withdrawal: it counts here, and that is all. */
export const WithdrawalRefused: Story = {
  parameters: { consent: { state: 'already-licensed', ends: 'withdrawn' } },
  play: async ({ canvas, userEvent, loaded: { scene } }) => {
    scene.world.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    await userEvent.click(await canvas.findByRole('button', { name: 'Withdraw permission' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Your permission was not withdrawn')
  },
}

/** The app was asked to delete what it holds. */
export const DeletionAsked: Story = {
  parameters: { consent: { state: 'withdrawn' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask to delete data in this app' }))
    await canvas.findAllByText('The app was asked to delete what it holds.')
  },
}

/** The app could not be asked to delete: that is said, and it can be asked again. */
export const DeletionFailed: Story = {
  args: { onDelete: () => Promise.reject(new Error('The app could not.')) },
  parameters: { consent: { state: 'withdrawn' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask to delete data in this app' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Something went wrong')
  },
}
