import type { StoryObj } from '@storybook/react-vite'
import type { ConsentScreen } from '../../src/index.ts'

type Story = StoryObj<typeof ConsentScreen>

/** Returns a story of the state of its name. The docs page shows the text above it. */
const state = (story: string, more: Story = {}): Story => ({ ...more, parameters: { docs: { description: { story } } } })

/**
 * The stories that every surface of the consent screen has. Storybook reads names and tags from the text of a file, so each file exports them
 * one by one.
 */
export const surfaceStories = {
  Ready: state('The person can decide.'),
  Checking: state('The license of the device is looked up.'),
  TermsLoading: state('The terms are loading. There is no Accept.'),
  TermsError: state('The terms did not load. There are Retry and Decline, but no Accept.'),
  TermsInvalid: state('The terms contain an unfilled placeholder. There is no Accept.'),
  Choosing: state('An optional purpose is on.'),
  ReadingRequired: state('Accept requires reading to the end. Decline does not.', { args: { reading: 'required' } }),
  Submitting: state('The license is being created. Both buttons stay in place.'),
  SubmitError: state('The service refused. The error is beside the decision.'),
  Offline: state('There is no network. Deciding works.'),
  Queued: state('Signed on this device and waiting for the network. It is not a license yet.'),
  Licensed: state('The license is stored, with its receipt.'),
  AlreadyLicensed: state('A license from an earlier visit.'),
  Declined: state('Declined, with a button to reconsider.'),
  Dismissed: state('Closed without a decision.'),
  UpdateMinor: state('A minor change of the terms.'),
  UpdateMaterial: state('A material change of the terms.'),
  Expiring: state('The license expires soon.'),
  Expired: state('The license has expired.'),
  Withdrawing: state('The withdrawal is being sent.'),
  Withdrawn: state('The permission was withdrawn.'),
  DeviceSlow: state('The storage of this device has not answered yet. There is no Accept.'),
  DeviceUnknown: state('This device lost its key.'),
  Unsupported: state('This browser cannot sign.'),
}
