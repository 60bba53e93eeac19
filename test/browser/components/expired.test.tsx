import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ConsentScreen, TermsCheckbox } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { prepareScene } from '../../fixtures/scenes.ts'
import { Stage, whenStaged } from '../../fixtures/stage.tsx'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, find } from './harness.tsx'

afterEach(cleanup)

/** Shows a part whose agreement has ended. Its terms have no other fault. */
async function showEnded(part: ReactNode): Promise<void> {
  const scene = await prepareScene('ready', { agreement: { ...agreement, expiry: '2026-01-01T00:00:00Z' } })
  render(
    <main>
      <Stage scene={scene} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
        {part}
      </Stage>
    </main>,
  )
  await whenStaged(document, 'terms-invalid')
}

const buttons = () => [...document.querySelectorAll('button')].map((button) => button.textContent)

// Regression: the text was "These terms are not complete … Try again", with a button that changed nothing.
it.each(['page', 'dialog'] as const)(
  'experience 1: a %s shows that the agreement has ended, and offers no retry',
  async (surface) => {
    await showEnded(<ConsentScreen surface={surface} />)
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
  await showEnded(
    <form>
      <TermsCheckbox />
    </form>,
  )
  expect((await appear('[role="alert"]')).textContent).toBe(en['terms.expired'])
  expect(buttons()).not.toContain(en['action.retry'])
})
