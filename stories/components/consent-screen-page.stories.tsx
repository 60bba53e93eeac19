import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import { ConsentScreen } from '../../src/index.ts'
import { agreement } from '../../test/fixtures/story-world.ts'

const meta = {
  title: 'Drop-ins/ConsentScreen/page',
  component: ConsentScreen,
  args: { surface: 'page' },
  parameters: { layout: 'fullscreen' },
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

/** Every purpose is a choice, none is on, and Accept was pressed: a link leads to them. */
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
    await userEvent.click(await canvas.findByRole('button', { name: 'Agree and create license' }))
    await canvas.findByRole('link', { name: 'Turn on at least one purpose, or decline' })
  },
}

/** An optional purpose was turned on. */
export const Choosing: Story = {}

/** Accept asks for the end of the text first; Decline does not. */
export const ReadingRequired: Story = { args: { reading: 'required' } }

/** The license is being made; both choices stay where they are. */
export const Submitting: Story = {}

/** The service refused, and it is said where it happened. */
export const SubmitError: Story = {}

/** The app is set up wrongly: no other try can work, so none is offered. */
export const SetUpWrongly: Story = {
  parameters: {
    consent: { state: 'submit-error', config: { fetch: async () => Response.json({ error: 'invalid_client' }, { status: 401 }) } },
  },
}

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

/** The permission was taken back without a network: it counts here at once and is sent later. */
export const WithdrawnOffline: Story = {
  parameters: { consent: { state: 'queued', ends: 'withdrawing' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Withdraw permission' }))
    await canvas.findAllByText(/as soon as the license service can be reached/)
  },
}
