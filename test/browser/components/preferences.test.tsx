import { cleanup } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { casesOf } from '../../support/counts.ts'
import { CONTRAST, DARK, emulate, type Feature, FORCED, STILL } from './emulate.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(async () => {
  cleanup()
  document.documentElement.style.colorScheme = ''
  document.body.style.background = ''
  await emulate([])
})

const PREFERENCES: readonly (readonly [name: string, features: readonly Feature[], query: string])[] = [
  ['forced colors', [FORCED], '(forced-colors: active)'],
  ['forced colors in the dark', [FORCED, DARK], '(forced-colors: active) and (prefers-color-scheme: dark)'],
  ['reduced motion', [STILL], '(prefers-reduced-motion: reduce)'],
  ['more contrast', [CONTRAST], '(prefers-contrast: more)'],
  ['more contrast in the dark', [CONTRAST, DARK], '(prefers-contrast: more) and (prefers-color-scheme: dark)'],
]

/** Each drop-in, the state with the most content, and the controls in it. */
const DROP_INS: readonly (readonly [name: string, part: ReactElement, state: ConsentState, pressed: readonly string[]])[] = [
  [
    'ConsentScreen',
    <ConsentScreen key="1" />,
    'ready',
    ['[data-part="accept"]', '[data-part="decline"]', '[data-part="purpose"] input'],
  ],
  [
    'ConsentScreen, dialog',
    <ConsentScreen key="2" surface="dialog" />,
    'ready',
    ['[data-part="accept"]', '[data-part="decline"]', '[data-part="close"]'],
  ],
  [
    'ConsentScreen, receipt',
    <ConsentScreen key="3" onDone={() => {}} />,
    'licensed',
    ['[data-part="outcome-next"] button', '[data-part="settings-receipt"] > summary'],
  ],
  ['TermsNotice', <TermsNotice key="4" surface="inline" />, 'update-material', ['[data-part="accept"]', '[data-part="decline"]']],
  [
    'ConsentSettings',
    <ConsentSettings key="5" />,
    'already-licensed',
    ['[data-part="withdraw"]', '[data-part="settings-section"] button'],
  ],
  ['ConsentLink', <ConsentLink key="6" />, 'ready', ['.licet-link']],
  [
    'TermsCheckbox',
    <TermsCheckbox key="7" purposes />,
    'ready',
    ['[data-part="checkbox-line"] input', '[data-part="purpose"] input'],
  ],
  [
    'ConsentGate',
    <ConsentGate key="8" usecase="analytics">
      inside
    </ConsentGate>,
    'declined',
    ['[data-part="gate"] button'],
  ],
]

/** Returns whether a control is distinguishable from its background: by a border of at least 1 px in another color, or an underline. */
function expectVisible(element: HTMLElement): void {
  expect(element.checkVisibility({ opacityProperty: true, visibilityProperty: true })).toBe(true)
  if (element instanceof HTMLInputElement) return
  const style = getComputedStyle(element)
  const edge = Number.parseFloat(style.borderTopWidth) >= 1 && style.borderTopColor !== style.backgroundColor
  const marked = style.textDecorationLine === 'underline' || element.querySelector('svg') !== null
  expect(edge || marked, element.outerHTML.slice(0, 120)).toBe(true)
}

describe.each(PREFERENCES)('with %s', (preference, features, query) => {
  const place = PREFERENCES.findIndex(([name]) => name === preference)
  // `npm test` has each drop-in with two or three preferences, and each preference with half of the drop-ins.
  it.each(casesOf(DROP_INS, (_, index) => (index + place) % 2 === 0))(
    'experience 19: %s shows its choices, and axe finds nothing',
    async (_name, part, state, pressed) => {
      await emulate(features)
      // The page follows the color scheme, as the kit does.
      document.documentElement.style.colorScheme = 'light dark'
      document.body.style.background = 'Canvas'
      expect(matchMedia(query).matches).toBe(true)
      await show(part, { state, width: 1280 })
      for (const selector of pressed) expectVisible(await appear(selector))
      await expectAccessible()
    },
  )
})

describe('in print', () => {
  // Regression: scroll areas were cut, their title was missing, and a dark theme printed
  // its light grey text without its background, on white.
  it.each(['page', 'dialog', 'sheet'] as const)(
    'experience 19: a request as %s prints completely, dark on white',
    async (surface) => {
      await emulate([], 'print')
      const variables = { 'color-surface': '#111', 'color-sunken': '#222', 'color-text': '#eee', 'color-muted': '#bbb' }
      await show(<ConsentScreen surface={surface} />, { width: 1024, height: 700, appearance: { theme: 'dark', variables } })
      await appear('[data-part="accept"]')
      const root = find('.licet-screen')
      const cut = [root, ...root.querySelectorAll('*')].filter(
        (element) => getComputedStyle(element).overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1,
      )
      expect(cut.filter((element) => !element.matches('.licet-visually-hidden, [data-part="live"], svg'))).toEqual([])
      expect(root.getBoundingClientRect().top + scrollY).toBeLessThanOrEqual(1)
      for (const selector of ['[data-part="screen-title"]', '[data-part="terms-end"]']) expect(find(selector)).toBeVisible()
      for (const selector of ['[data-part="terms-fold"]', '[data-part="terms-outline"]']) expect(find(selector)).not.toBeVisible()
      for (const element of [root, ...root.querySelectorAll('*')]) {
        const { color, backgroundColor, backgroundImage } = getComputedStyle(element)
        expect([element.outerHTML.slice(0, 60), color, backgroundColor, backgroundImage]).toEqual([
          element.outerHTML.slice(0, 60),
          'rgb(0, 0, 0)',
          'rgb(255, 255, 255)',
          'none',
        ])
      }
    },
  )
})

describe('a preference', () => {
  it('experience 19: forced colors keep both choices equal and the focus visible', async () => {
    await emulate([FORCED])
    await show(<ConsentScreen />)
    const [accept, decline] = [await appear('[data-part="accept"]'), find('[data-part="decline"]')]
    for (const name of ['color', 'background-color', 'border-color', 'border-width'] as const)
      expect(getComputedStyle(decline).getPropertyValue(name)).toBe(getComputedStyle(accept).getPropertyValue(name))
    find('[data-part="terms-text"] a').focus()
    expect(Number.parseFloat(getComputedStyle(find('[data-part="terms-text"] a')).outlineWidth)).toBeGreaterThanOrEqual(2)
  })

  it('experience 19: reduced motion leaves no animation and no transition anywhere', async () => {
    await emulate([STILL])
    await show(<ConsentScreen />, { state: 'terms-loading' })
    await appear('[data-part="skeleton"]')
    for (const element of document.querySelectorAll('[data-licet] *')) {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
      // The skeleton appears after a delay, which is no movement.
      const moves = animationName !== 'none' && Number.parseFloat(animationDuration) > 0.01
      expect([element.outerHTML.slice(0, 60), moves, Number.parseFloat(transitionDuration)]).toEqual([
        element.outerHTML.slice(0, 60),
        false,
        0,
      ])
    }
    expect(document.getAnimations()).toEqual([])
  })

  // Regression: the text of a checkbox was light on a white page, because the system was in dark mode.
  it('experience 19: dark mode changes nothing on a page without a color scheme, unless the host app sets it', async () => {
    const color = async (theme?: 'system' | 'dark') => {
      await show(<ConsentLink />, { appearance: theme === undefined ? {} : { theme } })
      return getComputedStyle(await appear('.licet-link')).color
    }
    const light = await color()
    await emulate([DARK])
    const [page, system, dark] = [await color(), await color('system'), await color('dark')]
    expect(page).toBe(light)
    expect(system).not.toBe(light)
    expect(system).toBe(dark)
    document.documentElement.style.colorScheme = 'light dark'
    expect(await color()).toBe(dark)
  })

  it('experience 19: more contrast thickens the lines and leaves no muted text', async () => {
    await emulate([CONTRAST])
    await show(<ConsentScreen />)
    const accept = await appear('[data-part="accept"]')
    expect(getComputedStyle(accept).borderTopWidth).toBe('2px')
    expect(getComputedStyle(find('[data-part="screen-lead"]')).color).toBe(
      getComputedStyle(find('[data-part="screen-title"]')).color,
    )
  })
})
