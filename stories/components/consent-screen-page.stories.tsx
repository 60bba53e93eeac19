import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import { ConsentScreen } from '../../src/index.ts'
import type { Scene } from '../../test/fixtures/scenes.ts'
import { agreement } from '../../test/fixtures/story-world.ts'
import { surfaceStories } from './surface-stories.ts'

const meta = {
  title: 'Components/ConsentScreen/Page',
  component: ConsentScreen,
  args: { surface: 'page' },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ConsentScreen>

export default meta
type Story = StoryObj<typeof meta>

export const Ready: Story = { ...surfaceStories.Ready, tags: ['picture'] }
export const Checking: Story = surfaceStories.Checking
export const TermsLoading: Story = surfaceStories.TermsLoading
export const TermsError: Story = surfaceStories.TermsError
export const TermsInvalid: Story = surfaceStories.TermsInvalid

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

export const Choosing: Story = surfaceStories.Choosing
export const ReadingRequired: Story = surfaceStories.ReadingRequired
export const Submitting: Story = surfaceStories.Submitting
export const SubmitError: Story = surfaceStories.SubmitError

/** The app is configured wrongly. There is no Retry, because it cannot help. */
export const WrongConfiguration: Story = {
  parameters: {
    consent: { state: 'submit-error', config: { fetch: async () => Response.json({ error: 'invalid_client' }, { status: 401 }) } },
  },
}

export const Offline: Story = surfaceStories.Offline
export const Queued: Story = surfaceStories.Queued
export const Licensed: Story = { ...surfaceStories.Licensed, tags: ['picture'] }
export const AlreadyLicensed: Story = surfaceStories.AlreadyLicensed
export const Declined: Story = surfaceStories.Declined
export const Dismissed: Story = surfaceStories.Dismissed
export const UpdateMinor: Story = surfaceStories.UpdateMinor
export const UpdateMaterial: Story = { ...surfaceStories.UpdateMaterial, tags: ['picture'] }
export const Expiring: Story = surfaceStories.Expiring
export const Expired: Story = surfaceStories.Expired
export const Withdrawing: Story = surfaceStories.Withdrawing
export const Withdrawn: Story = surfaceStories.Withdrawn
export const DeviceSlow: Story = surfaceStories.DeviceSlow
export const DeviceUnknown: Story = surfaceStories.DeviceUnknown
export const Unsupported: Story = surfaceStories.Unsupported

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
    await canvas.findAllByText(/as soon as the service answers/)
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
