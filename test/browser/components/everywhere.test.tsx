import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import { toScreenView } from '../../../src/components/screen/screen-data-attributes.ts'
import { CONSENT_STATES, type ConsentState } from '../../../src/core/consent-flow.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import type { Messages } from '../../../src/locales/format/messages.ts'
import { prepareScene } from '../../fixtures/scenes.ts'
import { Stage, whenStaged } from '../../fixtures/stage.tsx'
import { casesOf } from '../../support/counts.ts'
import { DARK, emulate, STILL } from './emulate.ts'
import { appear, expectAccessible, findButton } from './harness.tsx'

const root = document.documentElement

afterEach(async () => {
  cleanup()
  turnTo(PLAIN)
  await emulate([])
})

interface Environment {
  readonly name: string
  readonly locale: string
  readonly messages: Messages
  readonly width: number
  readonly fontSize: string
  readonly dir: string
  readonly dark: boolean
}

const PLAIN: Environment = { name: 'plain', locale: 'en', messages: en, width: 1280, fontSize: '', dir: '', dark: false }

const ENVIRONMENTS: readonly Environment[] = [
  { ...PLAIN, name: 'dark', dark: true },
  { ...PLAIN, name: 'Arabic on an Arabic page', locale: 'ar', messages: ar, dir: 'rtl' },
  { ...PLAIN, name: 'Arabic on an English page', locale: 'ar', messages: ar },
  { ...PLAIN, name: '320 px with text twice as large, in German', locale: 'de', messages: de, width: 320, fontSize: '200%' },
]

function turnTo({ fontSize, dir, dark }: Environment): void {
  root.style.fontSize = fontSize
  root.style.colorScheme = dark ? 'light dark' : ''
  document.body.style.background = dark ? 'Canvas' : ''
  root.dir = dir
}

const heightOf = (state: ConsentState) => (state === 'reading-required' ? 320 : 800)
const modeOf = (state: ConsentState) => (state === 'reading-required' ? 'required' : 'tracked')
const WITHOUT_TERMS: ReadonlySet<ConsentState> = new Set([
  'checking',
  'device-slow',
  'terms-loading',
  'terms-error',
  'terms-invalid',
  'unsupported',
])

/** A minor change opens no dialog, and neither does a slow device. */
const QUIET: ReadonlySet<ConsentState> = new Set(['device-slow', 'update-minor'])

type Parts = (state: ConsentState) => ReactElement

const PARTS: readonly (readonly [name: string, parts: Parts, states: readonly ConsentState[]])[] = [
  ['a page', (state) => <ConsentScreen reading={modeOf(state)} onDone={() => {}} />, CONSENT_STATES],
  [
    'a dialog',
    (state) => <ConsentScreen surface="dialog" reading={modeOf(state)} open={QUIET.has(state) || undefined} />,
    CONSENT_STATES,
  ],
  [
    'settings, gate, checkbox and link',
    () => (
      <>
        <ConsentSettings onDelete={() => {}} />
        <ConsentGate usecase="analytics">licensed</ConsentGate>
        <form>
          <TermsCheckbox purposes />
        </form>
        <ConsentLink />
      </>
    ),
    // Only a screen can require reading.
    CONSENT_STATES.filter((state) => modeOf(state) === 'tracked'),
  ],
  ['a notice', () => <TermsNotice surface="inline" deadline="2031-01-31T00:00:00Z" />, ['update-minor', 'update-material']],
]

/** The elements whose content is cut or needs sideways scrolling, the page included. */
function sideways(): string[] {
  const cuts = (element: HTMLElement) => element === root || getComputedStyle(element).overflowX !== 'visible'
  return [root, ...document.querySelectorAll<HTMLElement>('[data-licet], [data-licet] *')]
    .filter((element) => !element.matches('.licet-visually-hidden, .licet-live') && element.checkVisibility() && cuts(element))
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map(({ tagName, className, scrollWidth, clientWidth }) => `${tagName} ${className}: ${scrollWidth} px in ${clientWidth}`)
}

/** The violations that axe finds, in the form of {@link expectAccessible}. */
async function faults(): Promise<unknown> {
  // The sticky bar may cover half of a link, which axe reports as too small. In the flow of the page it covers nothing.
  const bars = document.querySelectorAll<HTMLElement>('[data-part="screen-decision"]')
  for (const bar of bars) bar.style.position = 'static'
  try {
    await expectAccessible()
    return []
  } catch (error) {
    return (error as { actual?: unknown }).actual ?? error
  } finally {
    for (const bar of bars) bar.style.position = ''
  }
}

/** `npm test` has each state in one part, and each part in each environment. In one environment, `states.test.tsx` has all states. */
const statesOf = (part: Parts, states: readonly ConsentState[]) => {
  const place = PARTS.findIndex(([, parts]) => parts === part)
  return casesOf(states, (state) => states.length <= 2 || CONSENT_STATES.indexOf(state) % (PARTS.length - 1) === place)
}

/** Parts that show a minor change first, and ask about it once the person has opened it. */
const INFORMING: ReadonlySet<string> = new Set(['a page', 'a notice'])

describe.each(PARTS)('%s', (part, parts, states) => {
  it.each(statesOf(parts, states))(
    'experience 19: works in the state %s in dark mode, in Arabic, and at 320 px with 200 % text',
    async (state) => {
      const scene = await prepareScene(state)
      const environments = casesOf(ENVIRONMENTS, (_, index) => index === states.indexOf(state) % ENVIRONMENTS.length)
      let rerender: ((tree: ReactElement) => void) | undefined
      for (const environment of environments) {
        const { name, locale, messages, width, dark } = environment
        turnTo(environment)
        await emulate(dark ? [STILL, DARK] : [STILL])
        await page.viewport(width, heightOf(state))
        const tree = (
          <main>
            <Stage scene={scene} locale={locale} messages={messages} appearance={{}} onEvent={() => {}}>
              {parts(state)}
            </Stage>
          </main>
        )
        // One mount goes through all environments, because reaching the state takes long.
        if (rerender === undefined) ({ rerender } = render(tree))
        else rerender(tree)
        await whenStaged(document, state)
        if (state === 'update-minor' && INFORMING.has(part) && environment === environments[0]) {
          const open = await findButton(messages['notice.show'])
          expect.soft([name, await faults(), sideways()]).toEqual([name, [], []])
          await userEvent.click(open)
        }
        if (toScreenView(state) === 'ask' && !WITHOUT_TERMS.has(state)) await appear('[data-part="terms-text"]')
        expect.soft([name, await faults(), sideways()]).toEqual([name, [], []])
      }
    },
  )
})
