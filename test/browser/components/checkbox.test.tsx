import { cleanup, render } from '@testing-library/react'
import type { FormEvent } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { TermsCheckbox, type TermsCheckboxProps, TermsNotice } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { ConsentProvider, type TermsSource } from '../../../src/react/index.ts'
import { configOf, newPerson, service, storedFor } from '../../fixtures/react-harness.tsx'
import { prepareScene } from '../../fixtures/scenes.ts'
import { Stage } from '../../fixtures/stage.tsx'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

/** A sign-up form that counts how often it went. */
function signUp(props: TermsCheckboxProps = {}) {
  const sent: string[] = []
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sent.push(String(new FormData(event.currentTarget).get('terms')))
  }
  const form = (
    <form onSubmit={onSubmit}>
      <TermsCheckbox {...props} />
      <button type="submit" id="send">
        Sign up
      </button>
    </form>
  )
  return { form, sent }
}

const BOX = '.licet-checkbox input'
const said = () => find('.licet-checkbox [data-part="live"]').textContent
const alerts = () => [...document.querySelectorAll('.licet-checkbox [role="alert"]')].map(({ textContent }) => textContent ?? '')

async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await userEvent.click(button as HTMLElement)
}

async function tickAndSend(): Promise<void> {
  await userEvent.click(await appear(BOX))
  await userEvent.click(find('#send'))
}

// What is required and empty a browser calls invalid from the start.
it('experience 18: a box is called wrong once the form was sent without it, and no longer than that', async () => {
  const { form, sent } = signUp()
  await show(form)
  const box = await appear(BOX)
  const called = () => box.getAttribute('aria-invalid')
  expect(called()).toBe('false')
  await userEvent.click(find('#send'))
  await expect.poll(called).toBe('true')
  await userEvent.click(box)
  await expect.poll(called).toBe('false')
  expect(sent).toEqual([])
})

describe('a checkbox that nothing comes of', () => {
  // The form was held back, and that was all: no word, no focus, no way on.
  it('experience 11 and 18: says a refusal above the box, which takes the focus, and sends the form once it is mended', async () => {
    const { form, sent } = signUp()
    const { scene, state } = await show(form)
    scene.world.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    await tickAndSend()
    await state('submit-error')
    await expect.poll(alerts).toHaveLength(1)
    expect(alerts()[0]).toContain(en['error.title'])
    expect(alerts()[0]).toContain('invalid_license')
    await expect.poll(() => document.activeElement).toBe(find(BOX))
    const described = find(BOX).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.getAttribute('role')).toBe('alert')
    expect(sent).toEqual([])
    await expectAccessible()
    await press(en['action.retry'])
    await state('licensed')
    await expect.poll(() => sent).toHaveLength(1)
    expect(alerts()).toEqual([])
  })

  it('experience 11: offers no other try where only the people who run the app can mend it', async () => {
    const { form, sent } = signUp()
    const { scene, state } = await show(form)
    scene.world.faults.add({ kind: 'status', status: 401, code: 'invalid_client' }, { path: '/api/latest/auth/token', times: 9 })
    await tickAndSend()
    await state('submit-error')
    await expect.poll(alerts).toEqual([expect.stringContaining('invalid_client')])
    expect(document.querySelector('.licet-checkbox [data-part="action"]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(find(BOX))
    expect(sent).toEqual([])
  })

  it('experience 1 and 11: offers no box to a browser that cannot sign, says so, and holds the form', async () => {
    const { form, sent } = signUp()
    await show(form, { state: 'unsupported' })
    await expect.poll(alerts).toHaveLength(1)
    expect(alerts()[0]).toContain(en['status.unsupported'])
    expect(document.querySelector(BOX)).toBeNull()
    await userEvent.click(find('#send'))
    expect(sent).toEqual([])
    expect(document.activeElement).toBe(find('[data-part="checkbox-answer"]'))
    await expectAccessible()
  })

  it.each(['terms-error', 'terms-invalid'] as const)(
    'experience 1: in %s it offers another try, holds the form, and loses no focus',
    async (state) => {
      const { form, sent } = signUp()
      await show(form, { state })
      await expect.poll(alerts).toEqual([expect.stringContaining(en[state === 'terms-error' ? 'terms.error' : 'terms.invalid'])])
      await userEvent.click(find('#send'))
      expect(sent).toEqual([])
      await press(en['action.retry'])
      expect(document.activeElement).toBe(find('[data-part="checkbox-answer"]'))
      await expect.poll(alerts).toHaveLength(1)
      await expectAccessible()
    },
  )

  it('experience 1: an agreement that is not required lets the form go while there is none to tick', async () => {
    const { form, sent } = signUp({ required: false })
    await show(form, { state: 'terms-error' })
    await userEvent.click(find('#send'))
    expect(sent).toEqual(['null'])
  })
})

describe('what was said of a box', () => {
  // The error of the last try stayed on a form that went without an agreement.
  it('experience 11: a refusal is no longer said once the box is not ticked and the form has gone', async () => {
    const { form, sent } = signUp({ required: false })
    const { scene, state } = await show(form)
    scene.world.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    await tickAndSend()
    await state('submit-error')
    await expect.poll(alerts).toHaveLength(1)
    await tickAndSend()
    expect(sent).toEqual(['null'])
    await expect.poll(alerts).toEqual([])
  })

  // Its message stayed with the box, and the browser held the form for it once more.
  it('experience 18: a box that a script ticked holds no submission', async () => {
    const { form, sent } = signUp()
    const { state } = await show(form)
    const box = await appear<HTMLInputElement>(BOX)
    await userEvent.click(find('#send'))
    expect(box.validationMessage).toBe(en['checkbox.required'])
    box.checked = true
    await userEvent.click(find('#send'))
    await state('licensed')
    await expect.poll(() => sent).toHaveLength(1)
  })

  // "Creating your license" was said while the service was not even told of the withdrawal before.
  it('experience 11: says that a withdrawal waits, where the form waits for it', async () => {
    const { form } = signUp()
    await show(form, { state: 'withdrawing' })
    await tickAndSend()
    await expect.poll(said).toBe(en['status.withdrawn.queued'])
    expect(find('.licet-checkbox').textContent).not.toContain(en['status.submitting'])
  })
})

describe('a checkbox that is being signed', () => {
  it('experience 18: says so in a region that was there before', async () => {
    const { form } = signUp()
    const { scene, state } = await show(form)
    scene.world.faults.add({ kind: 'delay', until: new Promise(() => {}) }, { path: '/license/create' })
    const region = find('.licet-checkbox [data-part="live"]')
    expect(said()).toBe('')
    await tickAndSend()
    await state('submitting')
    await expect.poll(said).toBe(en['status.submitting'])
    expect(find('.licet-checkbox [data-part="live"]')).toBe(region)
    await expectAccessible()
  })

  // The second press waited for the same license, and then sent the form a second time.
  it('experience 10: a form that is sent twice meanwhile goes once', async () => {
    const { form, sent } = signUp()
    const { state } = await show(form)
    await userEvent.click(await appear(BOX))
    find('#send').click()
    find('#send').click()
    await state('licensed')
    await expect.poll(() => sent).toHaveLength(1)
    find('#send').click()
    expect(sent).toHaveLength(2)
  })

  it.each(['declined', 'dismissed', 'withdrawn'] as const)(
    'experience 6: ticking it after the state %s is asking again',
    async (before) => {
      const { form, sent } = signUp()
      const { state } = await show(form, { state: before })
      await tickAndSend()
      await state('licensed')
      await expect.poll(() => sent).toHaveLength(1)
    },
  )

  // A submission in a shadow root never comes to the window of the page: the form went without a license.
  it('experience 1: holds a form in a shadow root', async () => {
    const host = document.body.appendChild(document.createElement('div'))
    const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))
    const { form, sent } = signUp()
    const scene = await prepareScene('ready')
    render(
      <Stage scene={scene} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
        {form}
      </Stage>,
      { container, baseElement: container },
    )
    await expect.poll(() => container.querySelector(BOX)).not.toBeNull()
    container.querySelector<HTMLElement>(BOX)?.click()
    container.querySelector<HTMLElement>('#send')?.click()
    expect(sent).toEqual([])
    await expect.poll(() => sent).toHaveLength(1)
    expect(container.querySelector('[data-stage-state="licensed"]')).not.toBeNull()
    cleanup()
    host.remove()
  })
})

describe('hostile G10: a checkbox before the next person', () => {
  // Cause: the box, the press and what came of them were of the form, not of the person: one tick made the license of another.
  it.each([
    ['kept', undefined],
    ['given back by a form library', (box: HTMLInputElement | null) => void (box && Object.assign(box, { checked: true }))],
  ])('is not ticked by a tick that was %s, and says so to the form', async (_, inputRef) => {
    const heard: boolean[] = []
    const { form } = signUp({ onChange: ({ currentTarget }) => void heard.push(currentTarget.checked), inputRef })
    const app = (person: string) => <ConsentProvider config={configOf(person)}>{form}</ConsentProvider>
    const { rerender } = render(app(newPerson()))
    await userEvent.click(await appear(BOX))
    expect(find<HTMLInputElement>(BOX).checked).toBe(true)
    heard.length = 0
    rerender(app(newPerson()))
    expect(find<HTMLInputElement>(BOX).checked).toBe(false)
    expect(heard).toEqual([false])
  })

  it('sends nothing and signs nothing when the license of the one before is made', async () => {
    const [first, next] = [newPerson(), newPerson()]
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    service.faults.add({ kind: 'delay', until }, { path: '/license/create' })
    const { form, sent } = signUp()
    const events: string[] = []
    const app = (person: string) => (
      <ConsentProvider config={configOf(person)} onEvent={({ type }) => events.push(type)}>
        {form}
      </ConsentProvider>
    )
    const state = () => find('.licet-checkbox').dataset.state
    const { rerender } = render(app(first))
    await tickAndSend()
    await expect.poll(state).toBe('submitting')
    rerender(app(next))
    await expect.poll(state).toBe('ready')
    expect(said()).toBe('')
    await userEvent.click(find(BOX))
    answer()
    await expect.poll(() => events).toContain('accepted')
    expect(await storedFor(first)).toHaveLength(1)
    expect(state()).toBe('ready')
    expect(sent).toEqual([])
    await userEvent.click(find('#send'))
    await expect.poll(() => sent).toHaveLength(1)
    expect(await storedFor(next)).toHaveLength(1)
  })
})

describe('a form that a server drew', () => {
  let leave = () => {}
  afterEach(() => leave())

  function draw(props: TermsCheckboxProps, terms?: TermsSource) {
    const { form, sent } = signUp(props)
    const tree = (
      <ConsentProvider config={configOf(newPerson())} terms={terms}>
        {form}
      </ConsentProvider>
    )
    const place = document.body.appendChild(document.createElement('div'))
    place.innerHTML = renderToString(tree)
    leave = () => place.remove()
    const went = vi.fn((event: Event) => event.preventDefault())
    place.addEventListener('submit', went)
    const takeOver = () => {
      place.removeEventListener('submit', went)
      const onRecoverableError = vi.fn()
      const root = hydrateRoot(place, tree, { onRecoverableError })
      leave = () => {
        root.unmount()
        place.remove()
      }
      return onRecoverableError
    }
    return { sent, went, takeOver, drawn: find<HTMLFormElement>('form') }
  }

  // Cause: there was no box yet, so the browser let the form go, and no listener was there to hold it.
  it('experience 1: is held before the browser has taken over, whatever is pressed or filled in, and does not jump after that', async () => {
    const { sent, went, takeOver, drawn } = draw({})
    const complaint = vi.spyOn(console, 'error')
    const height = find('.licet-checkbox').offsetHeight
    await expectAccessible()
    await userEvent.click(find('#send'))
    const held = document.activeElement as HTMLInputElement
    expect(held.labels?.[0]?.textContent).toContain(en['checkbox.terms'])
    find('.licet-checkbox label').click()
    await userEvent.keyboard(' yes')
    expect(held.value).toBe('')
    held.value = 'filled in'
    expect(drawn.checkValidity()).toBe(false)
    await userEvent.click(find('#send'))
    expect(went).not.toHaveBeenCalled()
    const onRecoverableError = takeOver()
    const box = await appear<HTMLInputElement>('.licet-checkbox input[type="checkbox"]')
    expect(box.checked).toBe(false)
    expect(document.querySelectorAll('.licet-checkbox input')).toHaveLength(1)
    expect(Math.abs(find('.licet-checkbox').offsetHeight - height)).toBeLessThan(2)
    await tickAndSend()
    await expect.poll(() => sent).toHaveLength(1)
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(complaint).not.toHaveBeenCalled()
    complaint.mockRestore()
  })

  it('experience 1: is held while its terms are still to be fetched, and no longer by the browser once it has taken over', async () => {
    const { went, takeOver, drawn } = draw({}, { key: 'never', load: () => new Promise(() => {}) })
    expect(drawn.checkValidity()).toBe(false)
    await userEvent.click(find('#send'))
    expect(went).not.toHaveBeenCalled()
    takeOver()
    await expect.poll(() => document.querySelector('.licet-checkbox input')).toBeNull()
    expect(find('.licet-checkbox [data-part="action"]').textContent).toBe(en['action.retry'])
    await userEvent.click(find('#send'))
    expect(document.activeElement).toBe(find('[data-part="checkbox-answer"]'))
  })

  it('goes where the agreement is not required', () => {
    const { went } = draw({ required: false })
    find('#send').click()
    expect(went).toHaveBeenCalledOnce()
  })
})

it('hands its box to a ref that returns a cleanup, as refs of React 19 do', async () => {
  const calls: string[] = []
  const inputRef = (box: HTMLInputElement | null) => {
    calls.push(box === null ? 'null' : 'box')
    return () => void calls.push('cleanup')
  }
  render(<ConsentProvider config={configOf(newPerson())}>{signUp({ inputRef }).form}</ConsentProvider>)
  await userEvent.click(await appear(BOX))
  cleanup()
  expect(calls).toEqual(['box', 'cleanup'])
})

describe('the terms in a checkbox', () => {
  it('experience 17 and 19: a text that goes on below the edge is shaded there', async () => {
    await show(<TermsCheckbox />, { width: 1280 })
    await appear(BOX)
    const text = find('.licet-checkbox [data-part="terms-text"]')
    expect(text.scrollHeight).toBeGreaterThan(text.clientHeight)
    expect(getComputedStyle(text).backgroundImage.match(/linear-gradient/g)).toHaveLength(4)
    const edge = find('.licet-checkbox .licet-terms').getBoundingClientRect()
    expect(edge.bottom - text.getBoundingClientRect().bottom).toBeLessThanOrEqual(2)
  })
})

describe('what a box says before anything is ticked', () => {
  // One line stood for the terms, and the form jumped when they came.
  it('experience 1 and 19: is as tall while the terms load as with them, and can load them again', async () => {
    await show(signUp().form, { state: 'terms-loading' })
    const loading = find('.licet-checkbox').offsetHeight
    expect(find('.licet-checkbox [data-part="action"]').textContent).toBe(en['action.retry'])
    await expectAccessible()
    await show(signUp().form)
    await appear(BOX)
    expect(Math.abs(find('.licet-checkbox').offsetHeight - loading)).toBeLessThan(24)
  })

  // An empty, required box, without a word, for someone who had agreed.
  it.each([
    ['already-licensed', en['status.already.title']],
    ['queued', en['status.queued.title']],
    ['update-material', en['diff.material']],
  ] as const)('experience 11: says what stands in the state %s', async (state, text) => {
    await show(signUp().form, { state })
    await appear(BOX)
    expect(find('.licet-checkbox .licet-message').textContent).toBe(text)
    await expectAccessible()
  })

  it('tells a developer of a box outside a form and of a notice without a date', async () => {
    const heard = vi.spyOn(console, 'error').mockImplementation(() => {})
    const told = () => heard.mock.calls.map(([text]) => String(text))
    await show(
      <>
        <TermsCheckbox name="alone" />
        <TermsNotice effective="soon" deadline="2031-01-31T00:00:00" />
        <TermsNotice effective="2031-01-31" deadline="2031-01-31T00:00:00Z" />
      </>,
    )
    await expect.poll(told).toContainEqual(expect.stringContaining('TermsCheckbox is outside of a form'))
    await expect.poll(told).toContainEqual(expect.stringContaining('Licet: date "soon".'))
    // Without a zone it is another moment on another machine.
    await expect.poll(told).toContainEqual(expect.stringContaining('Licet: date "2031-01-31T00:00:00".'))
    expect(told().filter((text) => text.includes('Licet: date'))).toHaveLength(2)
    heard.mockRestore()
  })
})
