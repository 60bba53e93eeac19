import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen } from '../../../src/components/index.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

let sheet: HTMLStyleElement | undefined

afterEach(() => {
  cleanup()
  sheet?.remove()
})

/** Styles of a host page, outside of all layers and after the kit's. */
function hostStyles(css: string): void {
  sheet = document.createElement('style')
  sheet.textContent = css
  document.head.append(sheet)
}

const WATCHED = [
  'display',
  'color',
  'backgroundColor',
  'fontSize',
  'fontWeight',
  'paddingInlineStart',
  'minHeight',
  'borderTopWidth',
  'visibility',
  'opacity',
  'position',
  'boxSizing',
] as const

function computedStyles(): Record<string, string[]> {
  const parts = [
    'screen-body',
    'screen-title',
    'summary-lines',
    'purpose',
    'terms-text',
    'choices',
    'accept',
    'decline',
    'decision-notice',
  ]
  return Object.fromEntries(
    parts.map((part) => {
      const style = getComputedStyle(find(`[data-part="${part}"]`))
      return [part, WATCHED.map((name) => `${name}: ${style[name]}`)]
    }),
  )
}

describe('a host page', () => {
  it.each([
    ['a reset of everything', '* { all: unset }'],
    ['buttons that are hidden', 'button { display: none } input { appearance: none }'],
    [
      'a classic reset',
      '*, ::before, ::after { box-sizing: content-box; margin: 0; padding: 0 } button { opacity: 0.2; background: none } h1, h2, p { font-size: 9px; color: silver }',
    ],
    ['selectors of a page', 'main section button { visibility: hidden } main div { display: inline; position: static }'],
  ])('H4: leaves the screen unchanged with %s', async (_, css) => {
    await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    const designed = computedStyles()
    hostStyles(css)
    expect(computedStyles()).toEqual(designed)
  })

  it('H4, experience 4: a class of the host app cannot weaken one choice', async () => {
    hostStyles(
      '.licet-decision [data-part="decline"], button[data-part="decline"] { opacity: 0.3; font-size: 9px; order: -1; display: none; color: silver }',
    )
    await show(<ConsentScreen />)
    const [accept, decline] = [await appear('[data-part="accept"]'), find('[data-part="decline"]')]
    for (const name of ['opacity', 'fontSize', 'order', 'display', 'color'] as const)
      expect(getComputedStyle(decline)[name]).toBe(getComputedStyle(accept)[name])
    expect(decline.offsetHeight).toBe(accept.offsetHeight)
  })

  // Regression: an id in a selector has the specificity of the guard, and nothing covered the pseudo-elements.
  it('H4, experience 4: an id of the host app cannot weaken one choice, and no badge stands in the other', async () => {
    hostStyles(
      `#page [data-part="decline"] { opacity: 0.15; font-size: 9px }
      [data-part="accept"]::before { content: "Recommended"; background: green } #page [data-part="accept"]::after { content: "!" }`,
    )
    await show(
      <div id="page">
        <ConsentScreen />
      </div>,
    )
    const [accept, decline] = [await appear('[data-part="accept"]'), find('[data-part="decline"]')]
    for (const name of ['opacity', 'fontSize'] as const)
      expect(getComputedStyle(decline)[name]).toBe(getComputedStyle(accept)[name])
    for (const pseudo of ['::before', '::after']) expect(getComputedStyle(accept, pseudo).content).toBe('none')
  })

  // Regression: the utilities of Bootstrap and Bulma are !important, so such a class made one button larger.
  it('experience 4: gives both choices a class of the host app that is meant for one of them', async () => {
    hostStyles('.mine { padding: 30px !important }')
    await show(<ConsentScreen />, { appearance: { elements: { decline: 'mine' } } })
    const paddings = [await appear('[data-part="accept"]'), find('[data-part="decline"]')].map(
      (button) => getComputedStyle(button).padding,
    )
    expect(paddings).toEqual(['30px', '30px'])
  })

  it('a class of the host app on a part overrides the kit, except in the decision', async () => {
    hostStyles('.mine { padding: 7px }')
    await show(<ConsentScreen className="mine" surface="inline" />)
    await appear('[data-part="accept"]')
    expect(getComputedStyle(find('.mine')).paddingTop).toBe('7px')
  })

  it('experience 21: has the same computed styles with and without the kit', async () => {
    const fixture = document.createElement('div')
    fixture.innerHTML =
      '<h1>Host</h1><p>Text <a href="#x">link</a> <button data-part="action">b</button></p><ul data-part="purpose-list"><li>item</li></ul><table><tr><td data-part="close">cell</td></tr></table><dialog open data-part="screen">d</dialog>'
    document.body.append(fixture)
    const seen = () =>
      [...fixture.querySelectorAll('*'), document.body, document.documentElement].map((element) =>
        [...getComputedStyle(element)].map((name) => getComputedStyle(element).getPropertyValue(name)).join(';'),
      )
    const ours = [...document.styleSheets].filter((one) => [...one.cssRules].some((rule) => rule.cssText.includes('licet.tokens')))
    expect(ours).toHaveLength(1)
    const withKit = seen()
    for (const one of ours) one.disabled = true
    const without = seen()
    for (const one of ours) one.disabled = false
    fixture.remove()
    expect(withKit).toEqual(without)
  })

  it('experience 19: works with 200 % text and the text spacing of WCAG 1.4.12 at 320 px', async () => {
    hostStyles(
      'html { font-size: 200% } .stretched * { line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em } .stretched p { margin-block-end: 2em }',
    )
    await show(<ConsentScreen className="stretched" />, { width: 320 })
    const accept = await appear('[data-part="accept"]')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    expect(accept.scrollWidth).toBeLessThanOrEqual(accept.clientWidth)
    await expectAccessible()
  })
})
