import type { StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import type { TermsNotice } from '../../src/index.ts'

type Story = StoryObj<typeof TermsNotice>

const AGREE = 'Agree and create license'

/**
 * A story of a notice that tells of a material change. It is opened where it is a banner, and then the person presses a button in it. Where
 * that ends it, `said` is what its region says.
 */
function changed(press?: string, said?: string): Story {
  return {
    parameters: {
      consent: { earlier: { agreement: { tags: ['purchase_history'], compensation: '50 points for each receipt' } } },
    },
    play: async ({ args, canvas }) => {
      const { surface = 'banner' } = args
      if (surface === 'banner') await userEvent.click(await canvas.findByRole('button', { name: 'Show what changed' }))
      if (press !== undefined) await userEvent.click(await canvas.findByRole('button', { name: press }))
      if (said !== undefined) await canvas.findByText(said, { selector: '[role="status"]' })
    },
  }
}

/** The states of a notice that are reached in the same way on every surface: each is the world of its name, after an earlier visit. */
export const noticeStates = {
  TermsLoading: changed(),
  TermsError: changed(),
  TermsInvalid: changed(),
  Submitting: changed(AGREE),
  SubmitError: changed(AGREE),
  Queued: changed(AGREE, 'Signed, waiting for the network'),
  Licensed: changed(AGREE, 'Your license is ready'),
  Declined: changed('Keep what I agreed to', 'You keep what you agreed to'),
}
