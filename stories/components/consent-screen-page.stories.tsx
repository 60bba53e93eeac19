import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import { ConsentScreen } from '../../src/index.ts'
import type { Scene } from '../../test/fixtures/scenes.ts'
import { agreement } from '../../test/fixtures/story-world.ts'

const meta = {
  title: 'Components/ConsentScreen/Page',
  component: ConsentScreen,
  args: { surface: 'page' },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ConsentScreen>

export default meta
type Story = StoryObj<typeof meta>

/** The person can decide. */
export const Ready: Story = { tags: ['picture'] }

/** The license of the device is looked up. */
export const Checking: Story = {}

/** The terms are loading. There is no Accept. */
export const TermsLoading: Story = {}

/** The terms did not load. There are Retry and Decline, but no Accept. */
export const TermsError: Story = {}

/** The terms contain an unfilled placeholder. There is no Accept. */
export const TermsInvalid: Story = {}

/** All purposes are optional, none is on, and Accept was pressed. A link leads to the purposes. */
export const NothingChosen: Story = {
  parameters: {
    consent: {
      state: 'ready',
      config: {
        agreement: {
          ...agreement,
          purposes: [
            { usecase: 'analytics', necessary: false },
            { usecase: 'retargeting', destinations: ['ads.bramble.example'] },
          ],
        },
      },
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Agree' }))
    await canvas.findByRole('link', { name: 'Turn on at least one purpose, or decline' })
  },
}

/** An optional purpose is on. */
export const Choosing: Story = {}

/** Accept requires reading to the end. Decline does not. */
export const ReadingRequired: Story = { args: { reading: 'required' } }

/** The license is being created. Both buttons stay in place. */
export const Submitting: Story = {}

/** The service refused. The error is beside the decision. */
export const SubmitError: Story = {}

/** The app is configured wrongly. There is no Retry, because it cannot help. */
export const WrongConfiguration: Story = {
  parameters: {
    consent: { state: 'submit-error', config: { fetch: async () => Response.json({ error: 'invalid_client' }, { status: 401 }) } },
  },
}

/** There is no network. Deciding works. */
export const Offline: Story = {}

/** Signed on this device and waiting for the network. It is not a license yet. */
export const Queued: Story = {}

/** The license is stored, with its receipt. */
export const Licensed: Story = { tags: ['picture'] }

/** A license from an earlier visit. */
export const AlreadyLicensed: Story = {}

/** Declined, with a button to reconsider. */
export const Declined: Story = {}

/** Closed without a decision. */
export const Dismissed: Story = {}

/** A minor change of the terms. */
export const UpdateMinor: Story = {}

/** A material change of the terms. */
export const UpdateMaterial: Story = { tags: ['picture'] }

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

/** Signed in an earlier visit, and being sent now: the person can stop it. */
export const Sending: Story = {
  parameters: { consent: { state: 'queued', ends: 'submitting' } },
  play: async ({ canvas, loaded }) => {
    const { world } = loaded.scene as Scene
    world.faults.add({ kind: 'delay', until: new Promise(() => {}) }, { path: '/license/create' })
    world.setNetwork('online')
    await canvas.findByRole('button', { name: 'Stop' })
  },
}

/** Withdrawn without a network: it has effect on this device immediately, and is sent later. */
export const WithdrawnOffline: Story = {
  parameters: { consent: { state: 'queued', ends: 'withdrawing' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Stop Bramble Market using my data' }))
    await canvas.findAllByText(/as soon as the license service answers/)
  },
}

/** The outcome with the receipt and its technical details open. */
export const ReceiptOpen: Story = {
  parameters: { consent: { state: 'licensed' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText('View receipt'))
    await userEvent.click(await canvas.findByText('Technical details'))
    await canvas.findByText('Fingerprint of the terms')
  },
}

/** The outcome with the buttons to change and to stop. */
export const ChangeOrStop: Story = {
  parameters: { consent: { state: 'licensed' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText('Change or stop'))
    await canvas.findByRole('button', { name: 'Stop Bramble Market using my data' })
  },
}
