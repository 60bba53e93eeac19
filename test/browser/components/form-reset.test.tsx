import { cleanup } from '@testing-library/react'
import { type ReactNode, startTransition, useActionState } from 'react'
import { requestFormReset } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen, PurposeList, TermsCheckbox } from '../../../src/components/index.ts'
import { ConsentProvider } from '../../../src/react/index.ts'
import { defineAgreement } from '../../../src/terms/index.ts'
import { configOf, newPerson } from '../../fixtures/react-harness.tsx'
import { agreement as input } from '../../fixtures/story-world.ts'
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

const PURPOSE = '[data-part="purpose"]:has(input)'
const box = () => find<HTMLInputElement>(`${PURPOSE} input`)
/** What the person sees, what assistive technology reads, and what would be signed. */
const shown = () => [box().checked, find(PURPOSE).dataset.state]
const ON = [true, 'on']
const OFF = [false, 'off']

/** A form of the host app around a screen. Its action fails, as a server action does that refuses an address. */
function SignUp({ children }: { readonly children?: ReactNode }) {
  const [error, action] = useActionState(async () => 'This address is taken.', '')
  return (
    <form action={action}>
      {children}
      <p id="error">{error}</p>
      <button type="submit" id="send">
        Sign up
      </button>
      <button type="reset" id="clear">
        Clear
      </button>
    </form>
  )
}

const RESETS: readonly (readonly [name: string, reset: () => Promise<void> | void])[] = [
  [
    'a React action that fails',
    async () => {
      await userEvent.click(find('#send'))
      await expect.poll(() => find('#error').textContent).not.toBe('')
    },
  ],
  ['a reset button', () => userEvent.click(find('#clear'))],
  ['requestFormReset()', () => startTransition(() => requestFormReset(find<HTMLFormElement>('form')))],
  ['form.reset()', () => find<HTMLFormElement>('form').reset()],
]

// Regression: the box was empty while its text was "Your choice: on", and Accept signed the purpose.
describe.each(RESETS)('a purpose in a form after %s', (_, reset) => {
  it('experience 5: keeps the choice of the person, in the box and in its state', async () => {
    await show(
      <SignUp>
        <ConsentScreen surface="inline" />
      </SignUp>,
    )
    await appear(PURPOSE)
    await userEvent.click(box())
    await expect.poll(shown).toEqual(ON)
    await reset()
    await expect.poll(shown).toEqual(ON)
    await userEvent.click(box())
    await expect.poll(shown).toEqual(OFF)
    await reset()
    await expect.poll(shown).toEqual(OFF)
  })
})

// Password managers and the browser's session restore set the property, and dispatch `input` and `change` without a press.
it('experience 5: a purpose that the browser ticks without a press stays off', async () => {
  await show(<ConsentScreen surface="inline" />)
  await appear(PURPOSE)
  box().checked = true
  for (const type of ['input', 'change']) box().dispatchEvent(new Event(type, { bubbles: true }))
  expect(shown()).toEqual(OFF)
  box().click()
  await expect.poll(shown).toEqual(ON)
  box().checked = false
  for (const type of ['input', 'change']) box().dispatchEvent(new Event(type, { bubbles: true }))
  expect(shown()).toEqual(ON)
})

describe('a sign-up form whose server action refuses the first time', () => {
  // Regression: React emptied the box after the action. The person had agreed, and had to tick it again.
  it('experience 10: sends the form again without a new tick, and makes one license', async () => {
    const sent: unknown[] = []
    function Form() {
      const [error, action] = useActionState(async (_: string, form: FormData) => {
        sent.push(form.get('terms'))
        return 'This address is taken.'
      }, '')
      return (
        <form action={action}>
          <TermsCheckbox purposes />
          <p id="error">{error}</p>
          <button type="submit" id="send">
            Sign up
          </button>
        </form>
      )
    }
    const { scene, state } = await show(<Form />)
    await userEvent.click(await appear('[data-part="checkbox-line"] input'))
    await userEvent.click(box())
    await expect.poll(shown).toEqual(ON)
    await userEvent.click(find('#send'))
    await state('licensed')
    await expect.poll(() => find('#error').textContent).not.toBe('')
    await expect.poll(() => find('[data-part="checkbox-line"]').textContent).toMatch(/^You agreed on /)
    await userEvent.click(find('#send'))
    await expect.poll(() => sent).toHaveLength(2)
    expect(sent[0]).toMatch(/^[\w-]{43}$/)
    expect(sent[1]).toBe(sent[0])
    expect(scene.world.requests.filter(({ path }) => path === '/license/create')).toHaveLength(1)
  })

  it('experience 18: a reset unticks the box and removes its error, and the next license needs a new tick', async () => {
    await show(
      <SignUp>
        <TermsCheckbox />
      </SignUp>,
    )
    const terms = await appear<HTMLInputElement>('[data-part="checkbox-line"] input')
    await userEvent.click(find('#send'))
    await expect.poll(() => terms.getAttribute('aria-invalid')).toBe('true')
    await userEvent.click(find('#clear'))
    await expect.poll(() => terms.getAttribute('aria-invalid')).toBe('false')
    await userEvent.click(terms)
    await userEvent.click(find('#clear'))
    await expect.poll(() => terms.checked).toBe(false)
    await userEvent.click(find('#send'))
    await expect.poll(() => terms.getAttribute('aria-invalid')).toBe('true')
    expect(find('#error').textContent).toBe('')
  })
})

// Browsers restore the fields of a page from its last visit while they read the HTML.
it('experience 5: a purpose that the browser restored before hydration is off', async () => {
  const agreement = defineAgreement(input)
  const tree = (
    <ConsentProvider config={configOf(newPerson())}>
      <PurposeList purposes={agreement.purposes} company={agreement.company.name} onChoose={() => {}} />
    </ConsentProvider>
  )
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(tree)
  box().checked = true
  const root = hydrateRoot(place, tree)
  await expect.poll(shown).toEqual(OFF)
  root.unmount()
  place.remove()
})
