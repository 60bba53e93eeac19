import 'licet/styles.css'
import { cleanup, render, within } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterAll, afterEach, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import { LicetDevtools, withDevtools } from '../../../src/devtools/index.ts'
import { network } from '../../../src/devtools/network.ts'
import { overrides } from '../../../src/devtools/overrides.ts'
import { requests } from '../../../src/devtools/requests.ts'
import { ConsentProvider, type ConsentProviderProps, ConsentScreen } from '../../../src/index.ts'
import { configOf, newPerson, service } from '../../fixtures/react-harness.tsx'
import { animationsEnd, expectAccessible, find } from '../components/harness.tsx'

afterEach(() => {
  cleanup()
  overrides.set({})
  network.set('online')
  requests.set([])
  sessionStorage.clear()
  service.faults.clear()
})
afterAll(() => service.close())

/** Shows an app with the devtools, as a developer has it. */
function open(props: object, screen: ReactNode = <ConsentScreen />): void {
  render(
    <StrictMode>
      <ConsentProvider {...(props as ConsentProviderProps)}>
        {screen}
        <input aria-label="Search" />
        <LicetDevtools defaultOpen />
      </ConsentProvider>
    </StrictMode>,
  )
}

/** The panel, in its shadow root. */
const panel = () => within((find('licet-devtools').shadowRoot as ShadowRoot).firstElementChild as HTMLElement)
const tab = async (name: string) => userEvent.click(await panel().findByRole('tab', { name }))
const press = async (name: string) => {
  await expect.poll(() => panel().getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false)
  await userEvent.click(panel().getByRole('button', { name }))
}
const choose = async (label: string, value: string) => userEvent.selectOptions(await panel().findByLabelText(label), value)
const state = (wanted: string) =>
  expect.poll(() => panel().queryByRole('heading', { level: 2 })?.textContent).toBe(`Licet devtools: ${wanted}`)
const agree = async () => {
  await expect.poll(() => document.querySelector<HTMLElement>('[data-part="accept"]')).not.toBeNull()
  await userEvent.click(find('[data-part="accept"]'))
}

it('shows the state with its history, the record with each verified part of the receipt, and the requests', async () => {
  open({ config: configOf(newPerson()) })
  await state('ready')
  await agree()
  await state('licensed')
  const moments = panel()
    .getAllByRole('listitem')
    .map((item) => item.querySelector('code')?.textContent)
  expect(moments).toEqual(['licensed', 'submitting', 'ready'])
  expect(panel().getAllByRole('listitem')[1]?.textContent).toContain('the person, in a component')

  await tab('Record')
  await expect.poll(() => panel().queryByText('present')).not.toBeNull()
  expect(panel().queryByText(/^It is empty/)).not.toBeNull()
  await press('Verify each part')
  await expect.poll(() => panel().queryAllByText(/: verified$/).length).toBe(5)
  expect(panel().queryByText(/differs/)).toBeNull()

  await tab('Requests')
  const rows = panel()
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows.filter((row) => /POST \/license\/create20[01]/.test(row ?? ''))).toHaveLength(1)
})

it('brings the device into other states with real acts: updates, an end, a lost key, a reset, and a new agreement after it', async () => {
  open({ config: configOf(newPerson()) })
  await state('ready')
  await agree()
  await state('licensed')
  await tab('Make')
  await press('Minor update')
  await state('update-minor')
  await press('Material update')
  await state('update-material')
  await agree()
  await state('licensed')
  await press('Expire the license')
  await state('expired')
  await press('Lose the key')
  await state('device-unknown')
  await press('Reset the device')
  await state('ready')
  await agree()
  await state('licensed')
  await press('Withdraw')
  await state('withdrawn')
})

it('keeps a decision in the outbox while its network is off, and shows the failed attempts of a service that answers 503', async () => {
  open({ config: configOf(newPerson()) })
  await state('ready')
  await tab('Make')
  await choose('Requests', 'offline')
  await state('offline')
  await agree()
  await state('queued')
  await tab('Record')
  await expect.poll(() => panel().queryByText(/^an agreement, decided at/)).not.toBeNull()
  await tab('Make')
  await choose('Requests', 'online')
  await state('licensed')
  await choose('Requests', 'error')
  await press('Withdraw')
  await state('withdrawing')
  await tab('Requests')
  await expect.poll(() => panel().queryAllByText('503').length).toBeGreaterThan(0)
  await tab('Make')
  await choose('Requests', 'online')
  await state('withdrawn')
})

it('shows any state of the kit, another language, direction, theme and person, and the app stays as it is', async () => {
  open({ config: configOf(newPerson()) })
  await state('ready')
  await userEvent.fill(find('[aria-label="Search"]'), 'kept')
  await tab('Make')
  await choose('State', 'queued')
  await state('queued')
  await choose('Language', 'ar')
  await expect.poll(() => find('[data-part="screen"]').lang).toBe('ar')
  await choose('Direction', 'ltr')
  expect([find('[data-part="screen"]').dir, document.documentElement.dir]).toEqual(['ltr', 'ltr'])
  await choose('Theme', 'dark')
  await expect.poll(() => find('[data-part="screen"]').dataset.licetTheme).toBe('dark')
  expect(find<HTMLInputElement>('[aria-label="Search"]').value).toBe('kept')
  expect(requests.get()).toEqual([])
  await choose('State', '')
  await choose('Language', '')
  await choose('Direction', '')
  await state('ready')
  expect(document.documentElement.hasAttribute('dir')).toBe(false)

  await agree()
  await state('licensed')
  await userEvent.fill(panel().getByLabelText('Person'), 'somebody-else')
  await press('Use')
  await state('ready')
  await userEvent.fill(panel().getByLabelText('Person'), '')
  await press('Use')
  await state('already-licensed')
})

it('reads the record of a client that the app created with withDevtools(), and explains what to do without it', async () => {
  const config = configOf(newPerson())
  const plain = new ServiceClient(config)
  open({ client: plain })
  await tab('Record')
  await expect.poll(() => panel().queryByText(/withDevtools\(config\)/)).not.toBeNull()
  cleanup()
  await plain.close()
  const client = new ServiceClient(withDevtools(config))
  open({ client })
  await agree()
  await expect.poll(() => panel().queryByText('present')).not.toBeNull()
  await tab('Requests')
  expect(panel().queryAllByText(/POST .*\/license\/create/)).toHaveLength(1)
  cleanup()
  await client.close()
})

it('stays usable beside a modal dialog of the kit, does not cover the choice, and an Accept works', async () => {
  await page.viewport(480, 700)
  // Regression: a place that was found while the sheet slid in was kept, and the button then covered the choice.
  const paused = document.createElement('style')
  paused.textContent = '.licet-screen { animation-play-state: paused !important }'
  document.head.append(paused)
  onTestFinished(() => paused.remove())
  open({ config: configOf(newPerson()) }, <ConsentScreen surface="sheet" />)
  await state('ready')
  await expect.poll(() => document.querySelector('dialog:modal licet-devtools')).not.toBeNull()
  await userEvent.click(panel().getByRole('button', { name: 'Close' }))
  const toggle = await panel().findByRole('button', { name: 'Licet devtools' })
  await expect.poll(() => find('licet-devtools').shadowRoot?.activeElement).toBe(toggle)
  paused.remove()
  await animationsEnd()
  const choice = () => find('[data-part="screen-decision"]').getBoundingClientRect()
  await expect.poll(() => toggle.getBoundingClientRect().bottom - choice().top).toBeLessThanOrEqual(0)
  await agree()
  await expect.poll(() => document.querySelector('[data-part="screen"]')?.getAttribute('data-state')).toBe('licensed')
  await userEvent.click(toggle)
  await state('licensed')
  expect(document.querySelector('dialog:modal')).not.toBeNull()
})

it('has tabs for the keyboard, no violation of axe, and no overflow in a window that is 320 pixels wide', async () => {
  await page.viewport(320, 640)
  open({ config: configOf(newPerson()) })
  await state('ready')
  await agree()
  await state('licensed')
  const now = panel().getByRole('tab', { name: 'Now' })
  now.focus()
  for (const name of ['Record', 'Requests', 'Make', 'Links']) {
    await userEvent.keyboard('{ArrowRight}')
    const selected = await panel().findByRole('tab', { name, selected: true })
    await expect.poll(() => find('licet-devtools').shadowRoot?.activeElement).toBe(selected)
    const body = panel().getByRole('tabpanel')
    expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth)
    await expectAccessible(find('licet-devtools'))
  }
  expect(panel().queryByText('node_modules/licet/docs/guides/consent-screen.md')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => find('licet-devtools').shadowRoot?.activeElement?.textContent).toBe('Licet devtools')
})
