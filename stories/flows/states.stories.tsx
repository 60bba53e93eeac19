import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ConsentState } from '../../src/core/consent-flow.ts'
import { ConsentScreen } from '../../src/index.ts'

/** The states that every surface has, each reached by real acts before the real service. */
const meta: Meta<typeof ConsentScreen> = {
  title: 'Flows/States',
  component: ConsentScreen,
  args: { surface: 'page' },
}
export default meta

type Story = StoryObj<typeof ConsentScreen>

const inState = (state: ConsentState): Story => ({ name: state, parameters: { consent: { state } } })

export const Checking = inState('checking')
export const TermsLoading = inState('terms-loading')
export const TermsError = inState('terms-error')
export const TermsInvalid = inState('terms-invalid')
export const Ready = inState('ready')
export const Choosing = inState('choosing')
export const ReadingRequired: Story = { ...inState('reading-required'), args: { reading: 'required' } }
export const Submitting = inState('submitting')
export const SubmitError = inState('submit-error')
export const Offline = inState('offline')
export const Queued = inState('queued')
export const Licensed = inState('licensed')
export const AlreadyLicensed = inState('already-licensed')
export const Declined = inState('declined')
export const Dismissed = inState('dismissed')
export const UpdateMinor = inState('update-minor')
export const UpdateMaterial = inState('update-material')
export const Expiring = inState('expiring')
export const Expired = inState('expired')
export const Withdrawing = inState('withdrawing')
export const Withdrawn = inState('withdrawn')
export const DeviceUnknown = inState('device-unknown')
export const Unsupported = inState('unsupported')
