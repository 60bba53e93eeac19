import { cleanup, render } from '@testing-library/react'
import type { FormEvent } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ClientStorage, createMemoryStorage, readTermsField, ServiceClient } from '../../../src/client/index.ts'
import {
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  type TermsCheckboxProps,
  TermsNotice,
} from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { ConsentProvider } from '../../../src/react/index.ts'
import type { TermsSource } from '../../../src/terms/index.ts'
import { stopLabel } from '../../fixtures/company-titles.ts'
import { configOf, newPerson, service, storedFor } from '../../fixtures/react-harness.tsx'
import { prepareScene } from '../../fixtures/scenes.ts'
import { Stage } from '../../fixtures/stage.tsx'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

/** A sign-up form that counts how often it was sent. */
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

const BOX = '.licet-checkbox [data-part="checkbox-line"] input'
const announced = () => find('.licet-checkbox [data-part="live"]').textContent
const alerts = () => [...document.querySelectorAll('.licet-checkbox [role="alert"]')].map(({ textContent }) => textContent ?? '')

async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await userEvent.click(button as HTMLElement)
}

async function tickAndSend(): Promise<void> {
  await userEvent.click(await appear(BOX))
  await userEvent.click(find('#send'))
}

// Browsers report an empty required field as invalid from the start.
it('experience 18: a box is invalid only after the form was sent without it, until it is ticked', async () => {
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

describe('a checkbox without a license', () => {
  // Regression: the form was not sent, and there was no message, no focus change and no way to continue.
  it('experience 11 and 18: shows a refusal above the box, which takes the focus, and sends the form when it is resolved', async () => {
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

  it('experience 11: offers no retry when only the app can fix the error', async () => {
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

  it('experience 1 and 11: shows a message and no box when the browser cannot sign, and does not send the form', async () => {
    const { form, sent } = signUp()
    await show(form, { state: 'unsupported' })
    await expect.poll(alerts).toHaveLength(1)
    expect(alerts()[0]).toContain(en['status.unsupported'])
    expect(document.querySelector(BOX)).toBeNull()
    await userEvent.click(find('#send'))
    expect(sent).toEqual([])
    await expect.poll(() => document.activeElement).toBe(find('[data-part="checkbox-answer"]'))
    await expectAccessible()
  })

  it.each(['terms-error', 'terms-invalid'] as const)(
    'experience 1: offers a retry, does not send the form, and keeps the focus in the state %s',
    async (state) => {
      const { form, sent } = signUp()
      await show(form, { state })
      await expect.poll(alerts).toEqual([expect.stringContaining(en[state === 'terms-error' ? 'terms.error' : 'terms.invalid'])])
      await userEvent.click(find('#send'))
      expect(sent).toEqual([])
      await press(en['action.retry'])
      await expect.poll(() => document.activeElement).toBe(find('[data-part="checkbox-answer"]'))
      await expect.poll(alerts).toHaveLength(1)
      await expectAccessible()
    },
  )

  it('experience 1: an optional agreement lets the form be sent while there is no box', async () => {
    const { form, sent } = signUp({ required: false })
    await show(form, { state: 'terms-error' })
    await userEvent.click(find('#send'))
    expect(sent).toEqual(['null'])
  })
})

describe('the messages of a checkbox', () => {
  // Regression: the error of the last attempt stayed when the form was sent without an agreement.
  it('experience 11: a refusal disappears when the box is unticked and the form is sent', async () => {
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

  // Regression: the validity message stayed, and the browser stopped the form once more.
  it('experience 18: a box that a script ticked stops no submission', async () => {
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

  // Regression: the message was "Creating your license" while the earlier withdrawal still waited.
  it('experience 11: shows that an earlier withdrawal waits while the form waits for it', async () => {
    const { form } = signUp()
    await show(form, { state: 'withdrawing' })
    await tickAndSend()
    await expect.poll(announced).toBe(en['status.withdrawn.queued'])
    expect(find('.licet-checkbox').textContent).not.toContain(en['status.submitting'])
  })
})

describe('a checkbox while its license is signed', () => {
  it('experience 18: announces the signing in a live region that already exists', async () => {
    const { form } = signUp()
    const { scene, state } = await show(form)
    scene.world.faults.add({ kind: 'delay', until: new Promise(() => {}) }, { path: '/license/create' })
    const region = find('.licet-checkbox [data-part="live"]')
    expect(announced()).toBe('')
    await tickAndSend()
    await state('submitting')
    await expect.poll(announced).toBe(en['status.submitting'])
    expect(find('.licet-checkbox [data-part="live"]')).toBe(region)
    await expectAccessible()
  })

  // Regression: a second press waited for the same license, and then sent the form again.
  it('experience 10: a form that is submitted twice is sent once', async () => {
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
    'experience 6: ticking the box after the state %s agrees',
    async (before) => {
      const { form, sent } = signUp()
      const { state } = await show(form, { state: before })
      await tickAndSend()
      await state('licensed')
      await expect.poll(() => sent).toHaveLength(1)
    },
  )

  // Regression: a submit event in a shadow root does not reach the window: the form was sent without a license.
  it('experience 1: delays a form in a shadow root', async () => {
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
    await expect.poll(() => container.querySelector('[data-stage-state="licensed"]')).not.toBeNull()
    cleanup()
    host.remove()
  })
})

describe('a checkbox for the next person', () => {
  // Regression: the box and its progress belonged to the form, not to the person: the tick of one person signed for another.
  it.each([
    ['kept', undefined],
    ['given back by a form library', (box: HTMLInputElement | null) => void (box && Object.assign(box, { checked: true }))],
  ])('G10: is not ticked by an earlier tick (%s), and the form receives the event', async (_, inputRef) => {
    const changes: boolean[] = []
    const { form } = signUp({ onChange: ({ currentTarget }) => void changes.push(currentTarget.checked), inputRef })
    const app = (person: string) => <ConsentProvider config={configOf(person)}>{form}</ConsentProvider>
    const { rerender } = render(app(newPerson()))
    await userEvent.click(await appear(BOX))
    expect(find<HTMLInputElement>(BOX).checked).toBe(true)
    changes.length = 0
    rerender(app(newPerson()))
    expect(find<HTMLInputElement>(BOX).checked).toBe(false)
    expect(changes).toEqual([false])
  })

  it('G10: sends and signs nothing when the license of the previous person is stored', async () => {
    const [first, next] = [newPerson(), newPerson()]
    let respond = () => {}
    const until = new Promise<void>((resolve) => {
      respond = resolve
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
    expect(announced()).toBe('')
    await userEvent.click(find(BOX))
    respond()
    await expect.poll(() => events).toContain('accepted')
    expect(await storedFor(first)).toHaveLength(1)
    expect(state()).toBe('ready')
    expect(sent).toEqual([])
    await userEvent.click(find('#send'))
    await expect.poll(() => sent).toHaveLength(1)
    expect(await storedFor(next)).toHaveLength(1)
  })
})

describe('a form that the server rendered', () => {
  let leave = () => {}
  afterEach(() => leave())

  function draw(props: TermsCheckboxProps, { terms, hint }: { readonly terms?: TermsSource; readonly hint?: null } = {}) {
    const { form, sent } = signUp(props)
    const base = configOf(newPerson())
    const config = { ...base, agreement: { ...base.agreement, terms } }
    const tree = (
      <ConsentProvider config={config} hint={hint} hintCookie={false}>
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
    return { config, sent, went, takeOver, drawn: find<HTMLFormElement>('form') }
  }

  const box = () => find<HTMLInputElement>(BOX)
  const field = (form: HTMLFormElement) => readTermsField(new FormData(form))

  // Regression: without JavaScript the form could not be sent at all.
  it('is sent without a script once the box is ticked, and its field reports that nothing is signed', async () => {
    const { went, drawn } = draw({}, { hint: null })
    await expectAccessible()
    expect(drawn.querySelector('noscript')?.textContent).toContain(en['checkbox.unsigned'])
    expect([drawn.checkValidity(), field(drawn)]).toEqual([false, { status: 'none' }])
    await userEvent.click(find('#send'))
    expect(went).not.toHaveBeenCalled()
    await expect.poll(() => document.activeElement).toBe(box())
    await userEvent.click(box())
    await userEvent.click(find('#send'))
    expect(went).toHaveBeenCalledOnce()
    expect(field(drawn)).toEqual({ status: 'unsigned' })
  })

  it('experience 1 and 22: paints no question until the device is known, and its layout does not move afterwards', async () => {
    const { takeOver } = draw({})
    const complaint = vi.spyOn(console, 'error')
    const height = find('.licet-checkbox').offsetHeight
    const opacity = () => getComputedStyle(find('[data-part="checkbox-line"]')).opacity
    expect(opacity()).toBe('0')
    // A person who presses Sign up is led to the box.
    box().focus()
    expect(opacity()).toBe('1')
    box().blur()
    const onRecoverableError = takeOver()
    await expect.poll(opacity).toBe('1')
    await expect.poll(() => box().value).toHaveLength(43)
    expect(Math.abs(find('.licet-checkbox').offsetHeight - height)).toBeLessThan(2)
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(complaint).not.toHaveBeenCalled()
    complaint.mockRestore()
  })

  // Regression: the box was empty after hydration, and the form library had not noticed the tick.
  it('experience 5: keeps a tick that the person made before hydration, and signs nothing before the form is sent', async () => {
    const onChange = vi.fn()
    const { config, sent, takeOver } = draw({ onChange }, { hint: null })
    await userEvent.click(box())
    takeOver()
    await expect.poll(() => box().value).toHaveLength(43)
    expect(box().checked).toBe(true)
    expect(onChange).toHaveBeenCalledOnce()
    expect(await storedFor(config.userId)).toEqual([])
    await userEvent.click(find('#send'))
    await expect.poll(() => sent).toEqual([box().value])
  })

  it('experience 5: a box that the person cannot see takes no tick, and no browser restores one', async () => {
    const { takeOver } = draw({})
    const { x, y } = box().getBoundingClientRect()
    expect(document.elementFromPoint(x + 4, y + 4)).not.toBe(box())
    expect(box().autocomplete).toBe('off')
    takeOver()
    await expect.poll(() => document.elementFromPoint(x + 4, y + 4)).toBe(box())
    expect(box().checked).toBe(false)
  })

  it('experience 1: has no box for terms that the server did not render, and waits for them after hydration', async () => {
    const { sent, drawn, takeOver } = draw({}, { terms: { key: 'never', load: () => new Promise(() => {}) } })
    expect([document.querySelector(BOX), field(drawn)]).toEqual([null, { status: 'none' }])
    takeOver()
    await expect.poll(() => find('.licet-checkbox').dataset.state).toBe('terms-loading')
    expect(find('.licet-checkbox [data-part="action"]').textContent).toBe(en['action.retry'])
    await userEvent.click(find('#send'))
    await expect.poll(() => document.activeElement).toBe(find('[data-part="checkbox-answer"]'))
    expect(sent).toEqual([])
  })

  it('is sent when the agreement is optional', () => {
    const { went } = draw({ required: false })
    find('#send').click()
    expect(went).toHaveBeenCalledOnce()
  })
})

describe('a checkbox for someone who agreed before', () => {
  const line = () => find('[data-part="checkbox-line"]').textContent

  // Regression: a person who had agreed saw an empty, required box, and had to tick it again.
  it.each(['already-licensed', 'queued', 'expiring'] as const)(
    'experience 11 and 22: shows the date instead of the box in the state %s, and sends the form with the signed terms',
    async (state) => {
      const { form, sent } = signUp()
      const { scene } = await show(form, { state })
      await expect.poll(line).toMatch(/^You agreed on .*\d{4}\.$/)
      expect(find(BOX)).not.toBeVisible()
      await expect.poll(() => find<HTMLInputElement>(BOX).value).toHaveLength(43)
      await expectAccessible()
      const requests = scene.world.requests.length
      await userEvent.click(find('#send'))
      expect(sent).toEqual([find<HTMLInputElement>(BOX).value])
      // A decision that waits is sent again meanwhile.
      if (state !== 'queued') expect(scene.world.requests).toHaveLength(requests)
    },
  )

  it('experience 14: shows that the older agreement stays, without the facts of the declined one', async () => {
    const { form, sent } = signUp()
    const screen = <ConsentScreen surface="inline" />
    const { state } = await show([<div key="form">{form}</div>, <div key="screen">{screen}</div>], { state: 'update-material' })
    expect(find('.licet-checkbox .licet-message').textContent).toBe(en['diff.material'])
    expect(find(BOX)).toBeVisible()
    await press(en['decision.decline.update'])
    await state('declined')
    await expect.poll(line).toMatch(/^Nothing changed\. Your permission of .*\d{4} stays in force\.$/)
    expect(document.querySelector('.licet-checkbox > [data-part="summary-lines"]')).toBeNull()
    await expect.poll(() => find<HTMLInputElement>(BOX).value).toHaveLength(43)
    await userEvent.click(find('#send'))
    expect(sent).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
  })

  it('experience 18: keeps the focus at its place when the box had it', async () => {
    const { form, sent } = signUp()
    const { state } = await show(form)
    await userEvent.click(await appear(BOX))
    await userEvent.keyboard('{Enter}')
    await state('licensed')
    await expect.poll(() => sent).toHaveLength(1)
    await expect.poll(() => document.activeElement).toBe(find('[data-part="checkbox-answer"]'))
  })
})

describe('the facts above a checkbox', () => {
  const facts = () => [...document.querySelectorAll<HTMLElement>('.licet-checkbox [data-line]')].map(({ dataset }) => dataset.line)

  it('experience 8: name the data, the reward and the end, above the terms', async () => {
    await show(signUp().form)
    await appear(BOX)
    expect(facts()).toEqual(['data', 'reward', 'duration'])
    expect(find('[data-line="reward"]').textContent).toContain('100 points for each receipt')
    const isAbove = find('[data-line="duration"]').compareDocumentPosition(find('.licet-terms')) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(isAbove).toBeTruthy()
  })

  it('experience 5: offer each optional purpose, and the license contains those that were turned on', async () => {
    const { form, sent } = signUp({ purposes: true })
    const { scene, state } = await show(form)
    await appear(BOX)
    expect(facts()).toEqual(['data', 'reward', 'duration'])
    const choices = [...document.querySelectorAll<HTMLInputElement>('[data-part="purpose"] input')]
    expect(choices.map(({ checked }) => checked)).toEqual([false, false])
    await expectAccessible()
    await userEvent.click(choices[0] as HTMLElement)
    await tickAndSend()
    await state('licensed')
    await expect.poll(() => sent).toHaveLength(1)
    const states = [...document.querySelectorAll<HTMLElement>('[data-part="purpose"]')].map(({ dataset }) => dataset.state)
    expect(states).toEqual(['necessary', 'on', 'off'])
    expect(document.querySelector('[data-part="purpose"] input')).toBeNull()
    const client = new ServiceClient({ ...scene.config, prewarm: 'none' })
    const license = await client.getLicense()
    expect(license?.uses.flatMap(({ usecases }) => usecases).sort()).toEqual(['analytics', 'personalization'])
    await client.close()
  })

  // Regression: "Something went wrong" stayed after the missing purpose was turned on.
  it('experience 18: ask for a purpose when none is necessary, until one is turned on', async () => {
    const { form, sent } = signUp({ purposes: true })
    const purposes = [{ usecase: 'analytics', necessary: false }] as const
    const { state } = await show(form, { config: { agreement: { ...agreement, purposes } } })
    await tickAndSend()
    await expect.poll(alerts).toEqual([expect.stringContaining(en['decision.missing.purposes'])])
    expect(sent).toEqual([])
    await userEvent.click(find('[data-part="purpose"] input'))
    await expect.poll(alerts).toEqual([])
    await userEvent.click(find('#send'))
    await state('licensed')
    await expect.poll(() => sent).toHaveLength(1)
  })
})

it('passes its box to a ref that returns a cleanup, as refs in React 19 do', async () => {
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
  it('experience 17 and 19: show a shade at the edge when they continue below it', async () => {
    await show(<TermsCheckbox />, { width: 1280 })
    await appear(BOX)
    const text = find('.licet-checkbox [data-part="terms-text"]')
    expect(text.scrollHeight).toBeGreaterThan(text.clientHeight)
    expect(getComputedStyle(text).backgroundImage.match(/linear-gradient/g)).toHaveLength(4)
    const edge = find('.licet-checkbox .licet-terms').getBoundingClientRect()
    expect(edge.bottom - text.getBoundingClientRect().bottom).toBeLessThanOrEqual(2)
  })
})

describe('a checkbox before it is ticked', () => {
  // Regression: the placeholder of the terms had one line, and the form moved when the terms arrived.
  it('experience 1 and 19: has the same height while the terms load, with a button to load them again', async () => {
    await show(signUp().form, { state: 'terms-loading' })
    const loading = find('.licet-checkbox').offsetHeight
    expect(find('.licet-checkbox [data-part="action"]').textContent).toBe(en['action.retry'])
    await expectAccessible()
    await show(signUp().form)
    await appear(BOX)
    expect(Math.abs(find('.licet-checkbox').offsetHeight - loading)).toBeLessThan(24)
  })

  it.each([
    ['queued', en['status.queued.title']],
    ['update-material', en['diff.material']],
  ] as const)('experience 11: shows the earlier decision in the state %s', async (state, text) => {
    await show(signUp().form, { state })
    await appear('.licet-checkbox [data-part="checkbox-line"]')
    expect(find('.licet-checkbox .licet-message').textContent).toBe(text)
    await expectAccessible()
  })

  // Regression: the form was not sent when the license was signed within its submit event, and nothing asked to keep the page open.
  it('G7: asks to leave the page open after the form was sent offline without storage', async () => {
    const { form, sent } = signUp()
    const { state } = await show(form, { state: 'offline', config: { storage: createMemoryStorage() } })
    await tickAndSend()
    await state('queued')
    await expect.poll(() => sent).toHaveLength(1)
    expect(find('.licet-checkbox .licet-message').textContent).toBe(en['status.queued.memory'])
    await expect.poll(announced).toBe(en['status.queued.memory'])
    await expectAccessible()
  })

  it('G7: asks to leave the page open while a withdrawal without storage waits', async () => {
    const rows = createMemoryStorage()
    let isFull = false
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const update: ClientStorage['update'] = (...change) => (isFull ? full() : rows.update(...change))
    const { form } = signUp()
    const settings = (
      <>
        {form}
        <ConsentSettings />
      </>
    )
    const { state } = await show(settings, { state: 'queued', config: { storage: { ...rows, kind: 'persistent', update } } })
    isFull = true
    await press(stopLabel('Bramble Market'))
    await state('withdrawing')
    await tickAndSend()
    await expect.poll(announced).toBe(en['status.withdrawn.memory'])
  })

  it('warns a developer about a box outside a form and a notice without a date', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const warnings = () => consoleError.mock.calls.map(([text]) => String(text))
    await show(
      <>
        <TermsCheckbox name="alone" />
        <TermsNotice effective="soon" deadline="2031-01-31T00:00:00" />
        <TermsNotice effective="2031-01-31" deadline="2031-01-31T00:00:00Z" />
      </>,
    )
    await expect.poll(warnings).toContainEqual(expect.stringContaining('TermsCheckbox is outside of a form'))
    await expect.poll(warnings).toContainEqual(expect.stringContaining('Licet: date "soon".'))
    // A time without a zone depends on the machine.
    await expect.poll(warnings).toContainEqual(expect.stringContaining('Licet: date "2031-01-31T00:00:00".'))
    expect(warnings().filter((text) => text.includes('Licet: date'))).toHaveLength(2)
    consoleError.mockRestore()
  })
})
