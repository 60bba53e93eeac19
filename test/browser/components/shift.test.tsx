import 'licet/styles.css'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'
import { ConsentButton, ConsentGate, ConsentScreen, ConsentSettings, TermsCheckbox } from '../../../src/components/index.ts'
import { toSubject } from '../../../src/react/hint/consent-hint.ts'
import { ConsentProvider, useConsent } from '../../../src/react/index.ts'
import { configOf, newPerson, service } from '../../fixtures/react-harness.tsx'

afterAll(() => service.close())

/** What a person did on an earlier visit, by the word of the hint. */
const ACTS = {
  nothing: async () => {},
  licensed: async (client: ServiceClient) => void (await client.createLicense()),
  declined: (client: ServiceClient) => client.decline(),
  withdrawn: async (client: ServiceClient) => {
    await client.createLicense()
    await client.revokeLicense()
  },
} as const

type Act = keyof typeof ACTS

/** Returns the configuration of a person who decided on an earlier visit. */
async function visitBefore(act: Act): Promise<ServiceClientConfig> {
  const config = configOf(newPerson())
  const client = new ServiceClient(config)
  await ACTS[act](client)
  await client.whenIdle()
  await client.close()
  return config
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** What stands on the page: a form with the checkbox, or the settings above the rest of a page. */
const PAGES: Readonly<Record<string, ReactNode>> = {
  TermsCheckbox: (
    <form>
      <TermsCheckbox />
      <button type="submit">Sign up</button>
    </form>
  ),
  ConsentSettings: (
    <>
      <ConsentSettings />
      <p>What stands below</p>
    </>
  ),
}

/** What stands on a page for someone whose last visit the server knows. */
const HINTED_PAGES: Readonly<Record<string, ReactNode>> = {
  ...PAGES,
  ConsentScreen: (
    <>
      <ConsentScreen />
      <p>What stands below</p>
    </>
  ),
  'ConsentScreen with Done': (
    <>
      <ConsentScreen surface="inline" onDone={() => {}} />
      <p>What stands below</p>
    </>
  ),
  'ConsentSettings with `onDelete`': (
    <>
      <ConsentSettings onDelete={() => {}} />
      <p>What stands below</p>
    </>
  ),
  ConsentGate: (
    <>
      <ConsentGate usecase="analytics">Offers</ConsentGate>
      <p>What stands below</p>
    </>
  ),
  'ConsentGate with a fallback': (
    <>
      <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
        Offers
      </ConsentGate>
      <p>What stands below</p>
    </>
  ),
  ConsentButton: (
    <div>
      <ConsentButton /> <span>What stands beside it</span>
    </div>
  ),
}

/** Who renders first, and what the server knows of the visitor. */
const VISITS = [
  'in the browser',
  'on a server without a hint',
  'on a server that knows of no visit',
  'on a server with the hint',
] as const

/** Opens a page, and returns every layout shift until the license of the device is shown. */
async function shiftsOf(
  content: ReactNode,
  visit: (typeof VISITS)[number],
  width: number,
  act: Act = 'licensed',
): Promise<readonly string[]> {
  await page.viewport(width, 900)
  const config = await visitBefore(act)
  const hints = {
    'on a server that knows of no visit': null,
    'on a server with the hint': act === 'nothing' ? null : `${act}.${toSubject(config)}`,
  }
  const hint = visit in hints ? hints[visit as keyof typeof hints] : undefined
  const tree = (
    <ConsentProvider config={config} hint={hint} hintCookie={false}>
      {content}
      <Known />
    </ConsentProvider>
  )
  const place = document.createElement('main')
  // Without it, the margin of the first element moves the whole page.
  place.style.padding = '1px'
  document.body.append(place)
  const isFromServer = visit !== 'in the browser'
  if (isFromServer) place.innerHTML = renderToString(tree)
  await document.fonts.ready
  await nextFrame()
  await nextFrame()
  const found: string[] = []
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      const { value, sources } = entry as LayoutShift
      found.push(`${value.toFixed(4)}: ${sources.map(toText).join('; ')}`)
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  const root = isFromServer ? hydrateRoot(place, tree) : createRoot(place)
  if (!isFromServer) root.render(tree)
  onTestFinished(() => {
    observer.disconnect()
    root.unmount()
    place.remove()
  })
  // Without a screen, nothing loads the terms.
  const state = { licensed: /^already-licensed/, nothing: /^ready|^terms-loading/, declined: /^declined/, withdrawn: /^withdrawn/ }[
    act
  ]
  await expect.poll(() => place.querySelector<HTMLElement>('[data-known]')?.dataset.known).toMatch(state)
  if (place.querySelector('.licet-screen:not(dialog)'))
    await expect
      .poll(() => place.querySelector('[data-part="screen-outcome"]:not(.licet-place) [data-part="action"]'))
      .not.toBeNull()
  // The sentence of a gate loads when it is needed.
  if (place.querySelector('[data-part="gate"]'))
    await expect.poll(() => place.querySelector('[data-part="gate"] button')).not.toBeNull()
  for (let frame = 0; frame < 4; frame++) await nextFrame()
  note(observer.takeRecords())
  return found
}

/** Shows a test the state of the flow. */
function Known(): ReactNode {
  return <div hidden data-known={useConsent().status} />
}

// TypeScript does not know this entry: https://wicg.github.io/layout-instability/
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

function toText({ node, previousRect, currentRect }: LayoutShift['sources'][number]): string {
  const name = node instanceof HTMLElement ? (node.dataset.part ?? node.tagName) : node?.textContent
  return `${name} from ${previousRect.y} to ${currentRect.y}, height ${previousRect.height} to ${currentRect.height}`
}

describe('look: nothing moves for a person who has agreed', () => {
  const cases = Object.entries(PAGES).flatMap(([name, content]) => VISITS.map((visit) => [name, visit, content] as const))

  // Regression: the facts, the terms and the date appeared when the license was read, and pushed the button of the form down.
  it.each(cases)('%s, rendered first %s', async (_name, visit, content) => {
    expect(await shiftsOf(content, visit, 390)).toEqual([])
    expect(await shiftsOf(content, visit, 1280)).toEqual([])
  })
})

describe('look: nothing moves with the hint of the last visit', () => {
  const cases = Object.entries(HINTED_PAGES).flatMap(([name, content]) =>
    (['declined', 'withdrawn'] as const).map((act) => [name, act, content] as const),
  )

  // Regression: the settings, the sentence of a gate and the label of the button appeared when the device was read: shifts of 0.1 to 0.24.
  it('ConsentScreen, for someone who has agreed', async () => {
    for (const width of [390, 1280])
      for (const name of ['ConsentScreen', 'ConsentScreen with Done'])
        expect(await shiftsOf(HINTED_PAGES[name], 'on a server with the hint', width)).toEqual([])
  })

  it('ConsentGate and ConsentButton, for someone who has decided nothing', async () => {
    for (const width of [390, 1280])
      for (const name of ['ConsentGate', 'ConsentGate with a fallback', 'ConsentButton'])
        expect(await shiftsOf(HINTED_PAGES[name], 'on a server with the hint', width, 'nothing')).toEqual([])
  })

  it.each(cases)('%s, for someone who has %s', async (_name, act, content) => {
    expect(await shiftsOf(content, 'on a server with the hint', 390, act)).toEqual([])
    expect(await shiftsOf(content, 'on a server with the hint', 1280, act)).toEqual([])
  })
})
