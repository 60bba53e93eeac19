import 'licet/styles.css'
import { cleanup, render } from '@testing-library/react'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ServiceClientConfig } from '../../../src/client/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { en } from '../../../src/locales/en.ts'
import type { Messages } from '../../../src/locales/format/messages.ts'
import type { Appearance, ConsentProviderEvent } from '../../../src/react/index.ts'
import { type EarlierVisit, prepareScene, type Scene } from '../../fixtures/scenes.ts'
import { Stage, whenStaged } from '../../fixtures/stage.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

/** Options of {@link show}. */
export interface ShowOptions {
  readonly state?: ConsentState
  readonly locale?: string
  readonly messages?: Messages
  readonly appearance?: Appearance
  readonly config?: Partial<ServiceClientConfig>
  readonly earlier?: EarlierVisit
  readonly width?: number
  readonly height?: number
}

/** Result of {@link show}. */
export interface Shown {
  readonly scene: Scene
  readonly events: ConsentProviderEvent[]
  /** Resolves once the flow is in this state. */
  readonly state: (state: ConsentState) => Promise<void>
}

/** Renders a part with the real service, performs the acts of a person that lead to a state, and waits for that state. */
export async function show(part: ReactNode, options: ShowOptions = {}): Promise<Shown> {
  const { state = 'ready', locale = 'en', messages = en, appearance = {}, config, earlier, width = 1024, height = 800 } = options
  cleanup()
  // A call through the test runner, which most tests need not make.
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)
  const scene = await prepareScene(state, config, earlier)
  const events: ConsentProviderEvent[] = []
  render(
    <main>
      <Stage scene={scene} locale={locale} messages={messages} appearance={appearance} onEvent={(event) => events.push(event)}>
        {part}
      </Stage>
    </main>,
  )
  await whenStaged(document, state)
  return { scene, events, state: (wanted) => whenStaged(document, wanted) }
}

/** Returns an element that is on the page, or fails with its selector. */
export function find<T extends HTMLElement = HTMLElement>(selector: string, within: ParentNode = document): T {
  const element = within.querySelector<T>(selector)
  if (element === null) throw new Error(`There is no ${selector} on the page.`)
  return element
}

/** Resolves when an element is on the page. */
export function appear<T extends HTMLElement = HTMLElement>(selector: string): Promise<T> {
  return expect
    .poll(() => document.querySelector<T>(selector))
    .not.toBeNull()
    .then(() => find<T>(selector))
}

/** Resolves with the button with this name, once it is on the page. */
export async function findButton(name: string): Promise<HTMLButtonElement> {
  const found = () => [...document.querySelectorAll('button')].find((button) => button.textContent === name)
  await expect.poll(found, { message: `the button ${name}` }).toBeDefined()
  return found() ?? findButton(name)
}

/** Waits for the button with this name, and presses it. */
export async function press(name: string): Promise<void> {
  await userEvent.click(await findButton(name))
}

/** Resolves when no animation runs: a dialog that appears is not opaque and not in its place yet. An animation may also be canceled. */
export async function animationsEnd(page = document): Promise<void> {
  const running = () => page.getAnimations().filter(({ playState }) => playState !== 'finished')
  do {
    await Promise.allSettled(running().map(({ finished }) => finished))
    // Until the next frame, the computed style still comes from the last frame, in which the animation ran.
    await new Promise(requestAnimationFrame)
  } while (running().length > 0)
}

const AXE_OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Only violations are reported, and the kit has no media to load: without these, axe takes longer.
  resultTypes: ['violations'],
  preload: false,
  // A test page has no landmarks around the part.
  rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false }, 'landmark-one-main': { enabled: false } },
}

/** Runs axe on a page that stays as it is meanwhile. Axe reads a page in several tasks, so its result can mix two states of it. */
async function runAxe(context: Element): Promise<axe.AxeResults> {
  for (;;) {
    await animationsEnd()
    const changes = recordChanges(context)
    const results = await axe.run(context, AXE_OPTIONS)
    if (!changes.end()) return results
  }
}

/** Records whether an element changes, or an animation begins in it, until `end` returns the answer. */
function recordChanges(element: Element): { readonly end: () => boolean } {
  let hasChanged = false
  const note = () => {
    hasChanged = true
  }
  const observer = new MutationObserver(note)
  observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true })
  const STARTS = ['animationstart', 'transitionrun']
  for (const start of STARTS) document.addEventListener(start, note)
  return {
    end() {
      const isNew = observer.takeRecords().length > 0
      observer.disconnect()
      for (const start of STARTS) document.removeEventListener(start, note)
      return hasChanged || isNew
    },
  }
}

/** Fails when axe finds a violation, with its rule and element. */
export async function expectAccessible(context: Element = document.body): Promise<void> {
  const { violations } = await runAxe(context)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => [`${id}: ${help}`, `at ${target.join(' ')}`, failureSummary, html].join('\n')),
  )
  // In the message, because Vitest shortens long values.
  expect(found, found.join('\n\n')).toEqual([])
}
