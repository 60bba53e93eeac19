import { cleanup } from '@testing-library/react'
import { type ReactElement, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { TermsCheckbox } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

interface Fields {
  readonly email: string
  readonly terms: string
}

type Send = (fields: Fields) => void

/** As in the guide: the license is created after the library has validated all other fields. */
function WithAgreeRef({ onSend }: { readonly onSend: Send }): ReactElement {
  const { register, handleSubmit } = useForm<Fields>()
  const { ref, ...terms } = register('terms')
  const agree = useRef<() => Promise<boolean>>(null)
  const send = async (fields: Fields) => {
    if (await agree.current?.()) onSend(fields)
  }
  const isFree = async (email: string) => email !== TAKEN || 'taken'
  return (
    <form noValidate onSubmit={(event) => handleSubmit(send)(event)}>
      <input type="email" aria-label="E-mail" {...register('email', { required: true, validate: isFree })} />
      <TermsCheckbox inputRef={ref} agreeRef={agree} {...terms} />
      <button type="submit" id="send">
        Sign up
      </button>
    </form>
  )
}

/** Uses only `register()` of React Hook Form. */
function WithReactHookForm({ onSend }: { readonly onSend: Send }): ReactElement {
  const { register, handleSubmit } = useForm<Fields>()
  const { ref, ...terms } = register('terms', { required: true })
  return (
    <form onSubmit={handleSubmit(onSend)}>
      <input type="email" aria-label="E-mail" {...register('email', { required: true })} />
      <TermsCheckbox inputRef={ref} {...terms} />
      <button type="submit" id="send">
        Sign up
      </button>
    </form>
  )
}

/** `action` is a function, as with a server action. */
function WithAction({ onSend }: { readonly onSend: Send }): ReactElement {
  const signUp = async (form: FormData): Promise<void> =>
    onSend({ email: String(form.get('email')), terms: String(form.get('terms')) })
  return (
    <form action={signUp}>
      <input type="email" aria-label="E-mail" name="email" required />
      <TermsCheckbox />
      <button type="submit" id="send">
        Sign up
      </button>
    </form>
  )
}

const BOX = '.licet-checkbox input'
const EMAIL = 'ada@lovelace.example'
const TAKEN = 'eve@lovelace.example'

describe.each([
  ['React Hook Form', WithReactHookForm],
  ['React Hook Form that asks for the license', WithAgreeRef],
  ['a form action', WithAction],
])('a checkbox in %s', (_, Form) => {
  /** The form with the real service: what was sent, and how many licenses were requested and created. */
  async function open() {
    const sent: Fields[] = []
    const shown = await show(<Form onSend={({ email, terms }) => sent.push({ email, terms })} />)
    const created = () => shown.scene.world.requests.filter(({ path }) => path === '/license/create').map(({ status }) => status)
    await appear(BOX)
    return { ...shown, sent, created }
  }

  async function fillAndSend(): Promise<void> {
    await userEvent.fill(find('[type="email"]'), EMAIL)
    await userEvent.click(find(BOX))
    await userEvent.click(find('#send'))
  }

  it('experience 10: creates one license, and sends the form once with its fields', async () => {
    const { sent, created, state } = await open()
    const value = () => find<HTMLInputElement>(BOX).value
    await expect.poll(value).toHaveLength(43)
    const terms = value()
    await fillAndSend()
    await state('licensed')
    await expect.poll(() => sent).toEqual([{ email: EMAIL, terms }])
    expect(created()).toEqual([201])
  })

  it('experience 11 and 18: sends nothing on a refusal, focuses the box, and sends the form once on retry', async () => {
    const { scene, sent, created, state } = await open()
    scene.world.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    await fillAndSend()
    await state('submit-error')
    await expect.poll(() => document.activeElement).toBe(find(BOX))
    expect(sent).toEqual([])
    expect(created()).toEqual([400])
    await press(en['action.retry'])
    await state('licensed')
    await expect.poll(() => sent.map(({ email }) => email)).toEqual([EMAIL])
    expect(created()).toEqual([400, 201])
  })

  it('experience 1: signs and sends nothing without the tick', async () => {
    const { sent, created } = await open()
    await userEvent.fill(find('[type="email"]'), EMAIL)
    await userEvent.click(find('#send'))
    await expect.poll(() => document.activeElement).toBe(find(BOX))
    expect([sent, created()]).toEqual([[], []])
  })
})

// A library that validates in its own handler does so after the license was created. No second license may follow.
it('experience 10: a field that the library refuses stops the form, and the license stays the only one', async () => {
  const sent: Fields[] = []
  const { scene, state } = await show(<WithReactHookForm onSend={(fields) => sent.push(fields)} />)
  await userEvent.click(await appear(BOX))
  await userEvent.click(find('#send'))
  await state('licensed')
  await expect.poll(() => document.activeElement).toBe(find('[type="email"]'))
  expect(sent).toEqual([])
  await userEvent.fill(find('[type="email"]'), EMAIL)
  await userEvent.click(find('#send'))
  await expect.poll(() => sent.length).toBe(1)
  expect(scene.world.requests.filter(({ path }) => path === '/license/create')).toHaveLength(1)
})

// Regression: the license was created at the first submission, even when the library refused the form.
it('experience 10: a handler with agreeRef creates no license while a field is refused, and one on a double click', async () => {
  const sent: Fields[] = []
  const { scene, state } = await show(<WithAgreeRef onSend={(fields) => sent.push(fields)} />)
  const created = () => scene.world.requests.filter(({ path }) => path === '/license/create').length
  await userEvent.click(await appear(BOX))
  await userEvent.fill(find('[type="email"]'), TAKEN)
  await userEvent.click(find('#send'))
  await expect.poll(() => document.activeElement).toBe(find('[type="email"]'))
  await state('ready')
  expect([sent.length, created()]).toEqual([0, 0])
  await userEvent.fill(find('[type="email"]'), EMAIL)
  // Both presses in one task: on a slow machine the second press of `dblClick` comes after the license, and is another submission.
  find('#send').click()
  find('#send').click()
  await state('licensed')
  await expect.poll(() => sent.length).toBe(1)
  expect(created()).toBe(1)
})
