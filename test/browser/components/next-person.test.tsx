import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import { ConsentButton, ConsentScreen, ConsentSettings } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { ConsentProvider } from '../../../src/react/index.ts'
import { configOf, newPerson, service } from '../../fixtures/react-harness.tsx'
import { appear, find } from './harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

async function licensedPerson(): Promise<string> {
  const person = newPerson()
  const client = new ServiceClient(configOf(person))
  await client.createLicense()
  await client.close()
  return person
}

/** Renders a part for one person below a field of the host app, and then for another person. */
function mountFor(person: string, part: ReactElement): (next: string) => void {
  const tree = (who: string) => (
    <ConsentProvider config={configOf(who)}>
      <input id="host" aria-label="host" />
      {part}
    </ConsentProvider>
  )
  const { rerender } = render(tree(person))
  return (next) => rerender(tree(next))
}

/** The button, once it is known that something has to be asked. */
function askingButton(): Element | null {
  const button = document.querySelector('.licet-button')
  return button?.textContent === en['gate.ask'] ? button : null
}

// Regression: the part stored that a person had acted, but not which person.
describe('the next person at the same page', () => {
  it('experience 16: sees no dialog with the outcome of another person', async () => {
    const next = mountFor(newPerson(), <ConsentScreen surface="dialog" />)
    await userEvent.click(await appear('[data-part="accept"]'))
    await appear('dialog[open][data-state="licensed"]')
    next(await licensedPerson())
    await appear('dialog[data-state="already-licensed"]')
    expect(find<HTMLDialogElement>('dialog').open).toBe(false)
  })

  // Regression: the dialog stayed open, and asked the next person, who had pressed nothing.
  it.each([
    ['the request', newPerson, '[data-part="accept"]', askingButton],
    ['the settings', licensedPerson, '[data-part="withdraw"]', () => document.querySelector('.licet-button')],
  ] as const)('experience 16: sees no dialog with %s that another person opened', async (_, person, shown, ready) => {
    const changes: boolean[] = []
    const button = <ConsentButton onOpenChange={(open) => void changes.push(open)} />
    const next = mountFor(await person(), button)
    await expect.poll(ready).not.toBeNull()
    find('.licet-button').click()
    await appear(`dialog:modal ${shown}`)
    next(newPerson())
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => changes).toEqual([true, false])
    await expect.poll(() => find('.licet-button').textContent).toBe(en['gate.ask'])
    expect(document.querySelector('dialog[open]')).toBeNull()
    await userEvent.click(find('.licet-button'))
    await appear('dialog:modal [data-part="accept"]')
  })

  it.each([
    [
      'a screen',
      <ConsentScreen key="screen" />,
      '[data-part="decline"]',
      '[data-state="declined"]',
      '[data-state="already-licensed"]',
    ],
    [
      'the settings',
      <ConsentSettings key="settings" />,
      '.licet-settings h2',
      '[data-part="settings-none"]',
      '[data-part="withdraw"]',
    ],
  ] as const)('experience 16: keeps the focus when an outcome arrives in %s', async (_, part, act, acted, answer) => {
    const next = mountFor(newPerson(), part)
    await userEvent.click(await appear(act))
    await appear(acted)
    find('#host').focus()
    next(await licensedPerson())
    await appear(answer)
    expect(document.activeElement).toBe(find('#host'))
  })
})
