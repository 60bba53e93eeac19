import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ConsentScreen, TermsCheckbox } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)

const ended = { agreement: { ...agreement, expiry: '2026-01-01T00:00:00Z' } }
const buttons = () => [...document.querySelectorAll('button')].map((button) => button.textContent)

// Regression: the text was "These terms are not complete … Try again", with a button that changed nothing.
it.each(['page', 'dialog'] as const)(
  'experience 1: a %s shows that the agreement has ended, and offers no retry',
  async (surface) => {
    await show(<ConsentScreen surface={surface} />, { state: 'terms-invalid', config: ended })
    const message = await appear('[data-part="screen-decision"] [data-variant="error"]')
    expect(message.textContent).toBe(en['terms.expired'])
    expect(buttons()).not.toContain(en['action.retry'])
    expect(buttons()).toContain(en['decision.decline'])
    expect(buttons()).not.toContain(en['decision.accept'])
    await expect.poll(() => find('[data-part="live"]').textContent).toBe(en['terms.expired'])
    await expectAccessible()
  },
)

it('experience 1: a checkbox shows that the agreement has ended, and offers no retry', async () => {
  await show(
    <form>
      <TermsCheckbox />
    </form>,
    { state: 'terms-invalid', config: ended },
  )
  expect((await appear('[role="alert"]')).textContent).toBe(en['terms.expired'])
  expect(buttons()).not.toContain(en['action.retry'])
})
