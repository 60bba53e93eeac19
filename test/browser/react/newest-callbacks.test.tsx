import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, expect, it } from 'vitest'
import { configOf, mount, newPerson, service } from '../../fixtures/react-harness.tsx'

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

/** Returns an identity that notes who asked for it, as a function or as a text. */
function identitiesOf(asked: string[]) {
  return (name: string) => () => {
    asked.push(name)
    return `token of ${name}`
  }
}

// Regression: the client kept the function of its first render, and sent the old token until the page was reloaded.
it('asks the newest `identity` for a token, and the newest `fetch` for a response', async () => {
  const asked: string[] = []
  const identity = identitiesOf(asked)
  const person = newPerson()
  const fetchAs =
    (name: string): typeof fetch =>
    (input, init) => {
      asked.push(`fetch ${name}`)
      return service.fetch(input, init)
    }
  const app = mount({ config: configOf(person, { identity: identity('first'), fetch: fetchAs('first') }) })
  await app.state('ready')
  app.rerender({ config: configOf(person, { identity: identity('second'), fetch: fetchAs('second') }) })
  await app.consent().accept()
  expect(asked).toContain('second')
  expect(asked).toContain('fetch second')
  expect(asked.filter((name) => name.endsWith('first'))).toEqual([])
})

it('sends the newest `identity` that is a text', async () => {
  const person = newPerson()
  const sent: string[] = []
  const config = (identity: string) =>
    configOf(person, {
      identity,
      fetch: (input, init) => {
        sent.push(String(init?.body ?? ''))
        return service.fetch(input, init)
      },
    })
  const app = mount({ config: config('first-token') })
  await app.state('ready')
  app.rerender({ config: config('second-token') })
  await app.consent().accept()
  expect(sent.some((body) => body.includes('second-token'))).toBe(true)
  expect(sent.some((body) => body.includes('first-token'))).toBe(false)
})

it('never asks the person before for the identity of the next one', async () => {
  const asked: string[] = []
  const identity = identitiesOf(asked)
  const app = mount({ config: configOf(newPerson(), { identity: identity('before') }) })
  await app.state('ready')
  app.rerender({ config: configOf(newPerson(), { identity: identity('after') }) })
  await app.state('ready')
  await app.consent().accept()
  expect(new Set(asked)).toEqual(new Set(['after']))
})
