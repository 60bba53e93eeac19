import type { StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import type { TermsNotice } from '../../src/index.ts'

type Story = StoryObj<typeof TermsNotice>

const AGREE = 'Agree and create license'

/**
 * Returns a story of a notice about a material change. A banner is expanded first, then the person presses a button in it. `announced` is the
 * text of the live region after a decision.
 */
function changed(press?: string, announced?: string): Story {
  return {
    parameters: {
      consent: { earlier: { agreement: { tags: ['purchase_history'], compensation: '50 points for each receipt' } } },
    },
    play: async ({ args, canvas }) => {
      const { surface = 'banner' } = args
      if (surface === 'banner') await userEvent.click(await canvas.findByRole('button', { name: 'Show what changed' }))
      if (press !== undefined) await userEvent.click(await canvas.findByRole('button', { name: press }))
      if (announced !== undefined) await canvas.findByText(announced, { selector: '[role="status"]' })
    },
  }
}

/** Stories of a notice that work in the same way on every surface. Each starts after an earlier visit, in the state of its name. */
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
