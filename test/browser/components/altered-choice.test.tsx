import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { ConsentScreen } from '../../../src/components/index.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import es from '../../../src/locales/es.ts'
import fr from '../../../src/locales/fr.ts'
import he from '../../../src/locales/he.ts'
import ja from '../../../src/locales/ja.ts'
import ptBR from '../../../src/locales/pt-BR.ts'
import { findAlteredChoice } from '../../../src/react/sight/find-altered-choice.ts'
import { SHIPPED_THEMES } from '../../../src/theme/shipped-themes.ts'
import { HOSTILE_SHEETS } from '../../fixtures/hostile-sheets.ts'
import { casesOf } from '../../support/counts.ts'
import { emulate, FORCED } from './emulate.ts'
import { animationsEnd, appear, find, show } from './harness.tsx'

afterEach(cleanup)

/** Adds a style sheet of the page. Returns a function that removes it. */
function addSheet(css: string): () => void {
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = css
  return () => sheet.remove()
}

const accept = () => find<HTMLButtonElement>('[data-part="accept"]')

interface DevTools {
  readonly send: (method: string, params?: object) => Promise<unknown>
}

/** Counts how often Chromium lays out the page while `run` runs. */
async function countLayouts(run: () => void): Promise<number> {
  const session = cdp() as unknown as DevTools
  await session.send('Performance.enable')
  const read = async () => {
    const { metrics } = (await session.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] }
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
  }
  document.body.getBoundingClientRect()
  const before = await read()
  run()
  return (await read()) - before
}

let taps = 0

/** Taps an element with a finger, left and right in turn: two taps at one place are a double click. The page of a test is a frame. */
async function tap(element: Element): Promise<void> {
  const session = cdp() as unknown as DevTools
  const { left, top, width, height } = element.getBoundingClientRect()
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
  const scale = frame.width / innerWidth
  const touchPoints = [
    { x: frame.left + (left + width * (taps++ % 2 === 0 ? 0.25 : 0.75)) * scale, y: frame.top + (top + height / 2) * scale },
  ]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const PRESSES = {
  mouse: () => userEvent.click(accept(), { force: true }),
  finger: () => tap(accept()),
  keyboard: async () => {
    accept().focus()
    await userEvent.keyboard('{Enter}')
  },
}

// Cause: only the terms were measured. Styles of the page could hide, dim or shrink Decline, color Agree or hide the facts, and Agree signed.
describe.each(Object.entries(PRESSES))('experience 4: with the %s', (input, press) => {
  it.each(casesOf(HOSTILE_SHEETS, (_, at) => input === 'mouse' || at % 8 === 0))(
    'nothing is signed, and the person is told why, when %s',
    async (_name, css, part) => {
      const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
      onTestFinished(() => printed.mockRestore())
      const { events, scene, state } = await show(<ConsentScreen />, { width: 390, height: 844 })
      await appear('[data-part="accept"]')
      onTestFinished(addSheet(css))
      await press()
      const failed = () => events.find(({ type }) => type === 'failed')
      await expect.poll(failed).toMatchObject({ code: 'decision_obscured', part, measured: expect.any(String) })
      const key = part === 'cover' ? 'decision.missing.visibility' : (`decision.altered.${part}` as const)
      await expect.poll(() => document.querySelector('[data-part="missing"]')?.textContent ?? '').toContain(en[key])
      await state('ready')
      expect(scene.world.requests).toEqual([])
    },
  )

  it('signs when the page leaves the choice as it is', async () => {
    const pointers: string[] = []
    addEventListener('pointerup', ({ pointerType }) => pointers.push(pointerType), { once: true })
    const { state } = await show(<ConsentScreen />, { width: 390, height: 844 })
    await appear('[data-part="accept"]')
    await press()
    await state('licensed')
    expect(pointers).toEqual({ mouse: ['mouse'], finger: ['touch'], keyboard: [] }[input])
  })
})

// A rule for the first button of a row reaches only Agree. What it changes decides: the colors differ, a margin or a cursor does not matter.
it.each([
  ['background: rgb(102, 51, 153) !important; color: white !important', 'refused'],
  ['padding: 20px !important', 'licensed'],
  ['cursor: help !important; transition: none !important', 'licensed'],
  ['margin: 0 !important; position: relative !important; z-index: 1 !important', 'licensed'],
])('a rule of the page for the first button, with %s', async (declarations, outcome) => {
  const { state } = await show(<ConsentScreen />, { width: 390, height: 844 })
  await appear('[data-part="accept"]')
  onTestFinished(addSheet(`button:first-of-type { ${declarations} }`))
  await userEvent.click(accept())
  if (outcome === 'licensed') await state('licensed')
  else expect((await appear('[data-part="missing"]')).textContent).toContain(en['decision.altered.choices'])
})

// Cause: copies of both buttons were laid out with the page around them, twice for each press.
it('the check of a press lays out nothing', async () => {
  await show(<ConsentScreen />, { width: 390, height: 844 })
  await appear('[data-part="accept"]')
  await userEvent.hover(accept())
  await animationsEnd()
  const layouts = await countLayouts(() => findAlteredChoice(find('.licet-decision')))
  expect(layouts).toBe(0)
})

it('a development build explains what was measured', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  await show(<ConsentScreen />)
  await appear('[data-part="accept"]')
  onTestFinished(addSheet('[data-part="decline"] { letter-spacing: 3px !important }'))
  await userEvent.click(accept())
  await expect.poll(() => printed.mock.calls.flat().join()).toContain('(choices: letter-spacing: normal, 3px)')
})

describe('no false alarm', () => {
  const LOCALES = { en, de, ar, es, fr, he, ja, 'pt-BR': ptBR } as const
  const themes = Object.entries(SHIPPED_THEMES)
  const cases = casesOf(
    themes.flatMap(([theme, { variables }], t) =>
      (['light', 'dark'] as const).flatMap((scheme, s) =>
        [320, 390, 1280].flatMap((width, w) =>
          Object.entries(LOCALES).map(([locale, messages], l) => ({
            theme,
            variables,
            scheme,
            width,
            locale,
            messages,
            at: [t, s, w, l],
          })),
        ),
      ),
    ),
    ({ at: [t = 0, s = 0, w = 0, l = 0] }) => (t + l) % 3 === w && (t + w + l) % 2 === s && (t + l * 2) % 5 === 0,
  )

  it.each(cases)(
    'in the theme $theme, $scheme, at $width px, in $locale',
    async ({ variables, scheme, width, locale, messages }) => {
      await show(<ConsentScreen />, { width, locale, messages, appearance: { variables, theme: scheme } })
      await appear('[data-part="accept"]')
      expect(findAlteredChoice(find('.licet-decision'))).toBeUndefined()
      await userEvent.hover(accept())
      expect(findAlteredChoice(find('.licet-decision'))).toBeUndefined()
    },
  )

  it.each(['page', 'dialog', 'sheet', 'inline'] as const)(
    'on the surface %s, pointed at or focused, at each size',
    async (surface) => {
      for (const [width, height] of [
        [320, 640],
        [320, 256],
        [844, 390],
        [1280, 800],
      ] as const) {
        await show(<ConsentScreen surface={surface} />, { width, height })
        await appear('[data-part="accept"]')
        await animationsEnd()
        for (const button of [accept(), find('[data-part="decline"]')]) {
          await userEvent.hover(button)
          button.focus()
          expect(findAlteredChoice(find('.licet-decision')), `${width} × ${height}`).toBeUndefined()
        }
      }
    },
  )

  it.each(['200%', '300%'])('with text of %s', async (size) => {
    document.documentElement.style.fontSize = size
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
    await show(<ConsentScreen />, { width: 390, height: 844 })
    await appear('[data-part="accept"]')
    expect(findAlteredChoice(find('.licet-decision'))).toBeUndefined()
  })

  it('with forced colors, and in a layout with steps', async () => {
    await emulate([FORCED])
    onTestFinished(() => void emulate([]))
    await show(<ConsentScreen />, { appearance: { layout: 'stepper' } })
    await appear('[data-part="accept"]')
    for (const step of document.querySelectorAll<HTMLElement>('[data-part="screen-steps"] button')) {
      step.click()
      await userEvent.hover(accept())
      expect(findAlteredChoice(find('.licet-decision'))).toBeUndefined()
    }
  })

  it('while a dialog fades in, and while a toast covers something else', async () => {
    const toast = document.body.appendChild(document.createElement('div'))
    Object.assign(toast.style, { position: 'fixed', top: '0', right: '0', width: '200px', height: '60px', zIndex: '2147483647' })
    onTestFinished(() => toast.remove())
    await show(<ConsentScreen surface="dialog" />)
    await appear('[data-part="accept"]')
    const fade = find('dialog').animate([{ opacity: 0 }, { opacity: 1 }], 1000)
    fade.pause()
    fade.currentTime = 300
    expect(findAlteredChoice(find('.licet-decision'))).toBeUndefined()
    fade.cancel()
    expect(findAlteredChoice(find('.licet-decision'))).toBeUndefined()
  })

  it('of buttons that are scrolled out of view, and a toast over Decline is one', async () => {
    await show(<ConsentScreen surface="inline" />, { width: 320, height: 256 })
    await appear('[data-part="accept"]')
    scrollTo(0, 0)
    expect(findAlteredChoice(find('.licet-decision'))).toBeUndefined()
    const decline = find('[data-part="decline"]')
    decline.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = decline.getBoundingClientRect()
    const toast = document.body.appendChild(document.createElement('div'))
    onTestFinished(() => toast.remove())
    Object.assign(toast.style, { position: 'fixed', zIndex: '2147483647', background: 'white' })
    Object.assign(toast.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
    expect(findAlteredChoice(find('.licet-decision'))).toMatchObject({ part: 'cover' })
  })
})
