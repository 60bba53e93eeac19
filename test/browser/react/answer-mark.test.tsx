import { cleanup, render } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'
import { ConsentScreen } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { ConsentProvider } from '../../../src/react/index.ts'
import { configOf, mount, newPerson, service, storedFor } from '../../fixtures/react-harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

/** Returns the mark of a person. */
const markOf = (person: string) => Object.entries(localStorage).find(([key]) => key.includes(person))?.[1]

/** Performs an earlier visit. */
async function visit(config: ServiceClientConfig, act: (client: ServiceClient) => Promise<unknown>): Promise<void> {
  const client = new ServiceClient(config)
  await act(client)
  await client.whenIdle()
  await client.close()
}

/** Renders a screen in one task. Returns its place and the button of a part, as they are before the record can be read. */
function paint(config: ServiceClientConfig) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <ConsentProvider config={config}>
        <ConsentScreen />
      </ConsentProvider>,
    ),
  )
  const button = (part: 'accept' | 'decline') => place.querySelector<HTMLButtonElement>(`[data-part="${part}"]`)
  const state = () => place.querySelector('.licet-screen')?.getAttribute('data-state')
  const end = () => {
    root.unmount()
    place.remove()
  }
  return { place, button, state, end }
}

describe('the first frame', () => {
  it('experience 22: is the complete question, with both buttons, when nothing was decided on this device', () => {
    const { place, button, end } = paint(configOf(newPerson()))
    expect([button('accept')?.disabled, button('decline')?.disabled]).toEqual([false, false])
    expect(place.querySelectorAll('[data-part="terms-text"] p').length).toBeGreaterThan(5)
    expect(place.querySelectorAll('[data-part="purpose"] input:enabled')).toHaveLength(2)
    end()
  })

  it.each([
    ['licensed', (client: ServiceClient) => client.createLicense(), 'already-licensed', en['status.already.title']],
    ['declined', (client: ServiceClient) => client.decline(), 'declined', en['status.declined.title']],
    [
      'withdrawn',
      (client: ServiceClient) => client.createLicense().then(() => client.revokeLicense()),
      'withdrawn',
      en['status.withdrawn.title'],
    ],
  ] as const)('experience 22: is the place of the outcome for a person whose mark is %s', async (mark, act, state, title) => {
    const person = newPerson()
    await visit(configOf(person), act)
    expect(markOf(person)).toBe(mark)
    const screen = paint(configOf(person))
    expect(screen.place.querySelector('h1')?.textContent).toBe(title)
    expect([screen.button('accept'), screen.button('decline')]).toEqual([null, null])
    await expect.poll(screen.state).toBe(state)
    screen.end()
  })

  it('waits for the record when the mark is off, and keeps nothing in localStorage', async () => {
    const person = newPerson()
    const config = configOf(person, { answerMark: false })
    const first = paint(config)
    expect(first.button('accept')).toBeNull()
    await expect.poll(() => first.button('decline')).not.toBeNull()
    first.button('decline')?.click()
    await expect.poll(first.state).toBe('declined')
    first.end()
    expect(markOf(person)).toBeUndefined()
  })

  it('waits for the record where the browser blocks localStorage', async () => {
    const blocked = Object.getOwnPropertyDescriptor(window, 'localStorage') as PropertyDescriptor
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
    try {
      const screen = paint(configOf(newPerson()))
      expect(screen.button('accept')).toBeNull()
      await expect.poll(() => screen.button('accept')).not.toBeNull()
      screen.button('decline')?.click()
      await expect.poll(screen.state).toBe('declined')
      screen.end()
    } finally {
      Object.defineProperty(window, 'localStorage', blocked)
    }
  })
})

describe('a press before the record was read', () => {
  it('experience 10: on Accept is signed when the record has confirmed the question, with the choices made before', async () => {
    const person = newPerson()
    const screen = paint(configOf(person))
    screen.place.querySelector<HTMLInputElement>('[data-part="purpose"] input')?.click()
    screen.button('accept')?.click()
    await expect.poll(() => storedFor(person)).toHaveLength(1)
    const [license] = await storedFor(person)
    expect(license?.uses.flatMap(({ usecases }) => usecases)).toEqual(['analytics', 'retargeting'])
    await expect.poll(screen.state).toBe('licensed')
    screen.end()
  })

  it('on Decline is stored, even when the page is left immediately', async () => {
    const person = newPerson()
    const screen = paint(configOf(person))
    screen.button('decline')?.click()
    screen.end()
    await expect.poll(() => markOf(person)).toBe('declined')
    const again = paint(configOf(person))
    await expect.poll(again.state).toBe('declined')
    again.end()
  })

  it('signs nothing when the app has deleted the mark, and the person has answered', async () => {
    const person = newPerson()
    await visit(configOf(person), (client) => client.createLicense())
    for (const key of Object.keys(localStorage)) if (key.includes(person)) localStorage.removeItem(key)
    const before = service.requests.length
    const screen = paint(configOf(person))
    screen.button('accept')?.click()
    await expect.poll(screen.state).toBe('already-licensed')
    expect(service.requests.slice(before).filter(({ path }) => path === '/license/create')).toEqual([])
    // The next visit knows again.
    await expect.poll(() => markOf(person)).toBe('licensed')
    screen.end()
  })
})

describe('the mark', () => {
  it('is deleted with the record, and not written for a key that was made ahead', async () => {
    const person = newPerson()
    await visit(configOf(person, { prewarm: 'key' }), async (client) => {
      await client.getLicense()
      client.prepare()
    })
    expect(markOf(person)).toBeUndefined()
    await visit(configOf(person), (client) => client.createLicense())
    expect(markOf(person)).toBe('licensed')
    await visit(configOf(person), (client) => client.clear())
    expect(markOf(person)).toBeUndefined()
  })

  it('is not needed by a hook: the events of a question that was painted early come once', async () => {
    const app = mount({ config: configOf(newPerson()) })
    expect(app.consent().status).toBe('ready')
    expect(await app.consent().accept()).toBe('licensed')
    await expect.poll(() => app.events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown'])
  })

  it('shows no question early for a person whose answer a server knows', async () => {
    const config = configOf(newPerson())
    const { container } = render(
      <ConsentProvider config={config} hint="licensed.another">
        <ConsentScreen />
      </ConsentProvider>,
    )
    expect(container.querySelector('[data-part="accept"]')).toBeNull()
    await expect.poll(() => container.querySelector('[data-part="accept"]')).not.toBeNull()
  })
})
