import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ConsentSettings } from '../../src/index.ts'
import { agreement } from '../../test/fixtures/story-world.ts'

const meta = {
  title: 'Components/ConsentSettings',
  component: ConsentSettings,
  args: { onDelete: () => {} },
} satisfies Meta<typeof ConsentSettings>

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

/** The receipt is open in the card. */
export const ReceiptOpen: Story = {
  parameters: { consent: { state: 'already-licensed' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText('View receipt'))
    await canvas.findByText('Technical details')
  },
}

/** A license from an earlier visit. */
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

/** This browser cannot sign. */
export const Unsupported: Story = {}

/** The current agreement asks for other purposes. The settings show the purposes of the license. */
export const AgreedToOtherPurposes: Story = {
  parameters: {
    consent: {
      state: 'update-material',
      earlier: { agreement: { purposes: ['analytics', { usecase: 'retargeting' }] }, granted: ['retargeting'] },
      config: { agreement: { ...agreement, purposes: ['analytics', 'support', 'ai_training'] } },
    },
  },
}

/** A new choice is signed and waits for the network. The earlier license is still in force. */
export const ChangeQueued: Story = {
  parameters: { consent: { state: 'already-licensed', ends: 'queued' } },
  play: async ({ canvas, userEvent, loaded: { scene } }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Change your choices' }))
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Personal offers/ }))
    await canvas.findByRole('button', { name: 'Agree to the change' })
    scene.world.setNetwork('offline')
    await userEvent.click(canvas.getByRole('button', { name: 'Agree to the change' }))
    await canvas.findAllByText('Saved, not sent yet')
  },
}

/** Withdrawn without a network: it has effect on this device immediately, and is sent later. */
export const WithdrawnOffline: Story = {
  parameters: { consent: { state: 'queued', ends: 'withdrawing' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Stop Bramble Market using my data' }))
    await canvas.findAllByText(/as soon as the service answers/)
  },
}

/** The service refused the withdrawal. It has effect on this device only. */
export const WithdrawalRefused: Story = {
  parameters: { consent: { state: 'already-licensed', ends: 'withdrawn' } },
  play: async ({ canvas, userEvent, loaded: { scene } }) => {
    scene.world.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    await userEvent.click(await canvas.findByRole('button', { name: 'Stop Bramble Market using my data' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Your permission was not stopped')
  },
}

/** The app was asked to delete its data. */
export const DeletionRequested: Story = {
  parameters: { consent: { state: 'withdrawn' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask to delete data in this app' }))
    await canvas.findAllByText('The app was asked to delete what it holds.')
  },
}

/** The request to delete failed. A message shows this, and the button stays. */
export const DeletionFailed: Story = {
  args: { onDelete: () => Promise.reject(new Error('The app could not.')) },
  parameters: { consent: { state: 'withdrawn' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask to delete data in this app' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Something went wrong')
  },
}
