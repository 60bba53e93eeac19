import type { StoryObj } from '@storybook/react-vite'
import { screen, userEvent, within } from 'storybook/test'
import type { TermsNotice } from '../../src/index.ts'
import { pointsForReceipts } from '../../test/fixtures/story-world.ts'

type Story = StoryObj<typeof TermsNotice>

const AGREE = 'Agree to the change'

/**
 * Returns a story of a notice about a material change. A banner opens its dialog first, then the person presses a button. `announced` is the
 * outcome: the title of that dialog, or the text of the live region on any other surface.
 */
function changed(press?: string, announced?: string): Story {
  return {
    parameters: {
      consent: { earlier: { agreement: { tags: ['purchase_history'], compensation: pointsForReceipts(50) } } },
    },
    play: async ({ args, canvas }) => {
      const { surface = 'banner' } = args
      const isBanner = surface === 'banner'
      if (isBanner) await userEvent.click(await canvas.findByRole('button', { name: 'See the change' }))
      const place = isBanner ? within(await screen.findByRole('dialog')) : screen
      if (press !== undefined) await userEvent.click(await place.findByRole('button', { name: press }))
      if (announced !== undefined) await place.findByText(announced, { selector: isBanner ? 'h2' : '[role="status"]' })
    },
  }
}

/**
 * Stories of a notice that work in the same way on every surface. Each starts after an earlier visit, in the state of its name. Before the
 * changed terms have loaded, there is no notice: the earlier license counts.
 */
export const noticeStates = {
  Submitting: changed(AGREE),
  SubmitError: changed(AGREE),
  Queued: changed(AGREE, 'Saved, not sent yet'),
  Licensed: changed(AGREE, 'Bramble Market has your permission'),
  Declined: changed('Keep it as it was', 'It stays as it was'),
}
