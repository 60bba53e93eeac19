import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentButton, ConsentLink, ConsentScreen } from '../../../src/components/index.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

let sheet: HTMLStyleElement | undefined

afterEach(() => {
  cleanup()
  sheet?.remove()
})

/** Styles of a host page, outside of all layers, before or after the kit's. */
function hostStyles(css: string, place: 'before' | 'after' = 'after'): void {
  sheet = document.createElement('style')
  sheet.textContent = css
  if (place === 'before') document.head.prepend(sheet)
  else document.head.append(sheet)
}

/** Rules as classless style systems and themes of content systems have them. */
const CLASSLESS = `
  button:not([disabled], [type='reset']), [type='button']:enabled, button[type='button']:not(:active):not(.x) {
    inline-size: 100%; margin-block: 1rem; padding: 2rem; border: 4px solid red; background: navy; color: lime; font-size: 2rem; box-shadow: 0 0 9px red;
  }
  input[type='checkbox']:not([disabled]), label > [type='checkbox']:enabled, input:not([type='range'], [type='radio']) {
    appearance: none; inline-size: 4rem; block-size: 1rem; border-radius: 9px; transform: rotate(5deg);
  }
  input[type='checkbox']::before, a:not([role='button'])::after, button::after, summary::after { content: '*'; display: block }
  h1:not([hidden]), h2:not(:empty), h3:first-child, #app h1, #app h2, #app h3 { font-size: 40px; color: red; text-transform: uppercase; margin: 2rem }
  a:not([role='button']), a:link, details > summary:not([role]), p:not(:empty), li:not(:empty), #app p { color: red; font-style: italic; padding: 9px }
  main section div:not([hidden]), header:not([hidden]), span:not(:empty), dl:not(:empty) > :first-child { padding: 5px; display: block; border: 1px solid red }
  label:has(input), li:has(input), ul:not(:empty) li::marker { display: block; color: red; content: '-' }
`

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

  // Cause: a selector such as `button:not([disabled])` was more specific than the rule that returns each element to the styles of the kit.
  it.each(['before', 'after'] as const)(
    'H4: leaves every part unchanged with styles for bare elements %s its own',
    async (place) => {
      await show(
        <div id="app">
          <ConsentScreen />
          <ConsentButton />
          <ConsentLink />
        </div>,
      )
      await appear('[data-part="accept"]')
      const elements = [...document.querySelectorAll('[data-licet], [data-licet] *')].filter((one) => !one.closest('svg *'))
      const read = () =>
        elements.flatMap((element) =>
          [undefined, '::before', '::after', '::marker'].flatMap((pseudo) => {
            const style = getComputedStyle(element, pseudo)
            const tag = `${element.localName}[data-part="${element.getAttribute('data-part')}"]${pseudo ?? ''}`
            return [...style]
              .filter((name) => !name.startsWith('--'))
              .map((name) => `${tag} ${name}: ${style.getPropertyValue(name)}`)
          }),
        )
      const designed = read()
      hostStyles(CLASSLESS, place)
      expect(read().filter((line, at) => line !== designed[at])).toEqual([])
    },
  )

  it('takes a class of the host app on any element, and styles of the host app for its own content', async () => {
    hostStyles('.mine { letter-spacing: 3px } .footer p { color: rgb(1, 2, 3) } .footer p::before { content: "!" }')
    await show(
      <ConsentScreen
        footer={
          <div className="footer">
            <p>Of the host</p>
          </div>
        }
      />,
      { appearance: { elements: { 'screen-title': 'mine', 'purpose-name': 'mine', link: 'mine' } } },
    )
    await appear('[data-part="accept"]')
    for (const part of ['screen-title', 'purpose-name'])
      expect(getComputedStyle(find(`[data-part="${part}"]`)).letterSpacing).toBe('3px')
    expect([getComputedStyle(find('.footer p')).color, getComputedStyle(find('.footer p'), '::before').content]).toEqual([
      'rgb(1, 2, 3)',
      '"!"',
    ])
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

  // Cause: the vertical lines were taken for hidden text, so nobody could agree.
  it('has horizontal lines in a container with vertical lines, and the person can agree', async () => {
    const { state } = await show(
      <div style={{ writingMode: 'vertical-rl' }}>
        <ConsentScreen />
      </div>,
    )
    const accept = await appear('[data-part="accept"]')
    expect(accept.offsetWidth).toBeGreaterThan(accept.offsetHeight)
    await userEvent.click(accept)
    await state('licensed')
  })

  it('experience 19: works with 200 % text and the text spacing of WCAG 1.4.12 at 320 px', async () => {
    hostStyles(
      'html { font-size: 200% } .stretched * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } .stretched p { margin-block-end: 2em !important }',
    )
    await show(<ConsentScreen className="stretched" />, { width: 320 })
    const accept = await appear('[data-part="accept"]')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    expect(accept.scrollWidth).toBeLessThanOrEqual(accept.clientWidth)
    await expectAccessible()
  })
})
