import { cleanup } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import { ConsentScreen, Decision, TermsCheckbox, TermsDocument } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { useConsent, useTerms } from '../../../src/react/index.ts'
import { findHidden } from '../../../src/react/sight/find-hidden.ts'
import { createHiddenCheck } from '../../../src/react/sight/hidden-check.ts'
import { casesOf } from '../../support/counts.ts'
import { appear, expectAccessible, find, press, type Shown, show } from './harness.tsx'

const page = document.documentElement
const language = page.lang

afterEach(() => {
  cleanup()
  page.className = ''
  page.lang = language
  for (const style of document.querySelectorAll('style[data-host]')) style.remove()
})

const text = () => find('[data-part="terms-text"]')
/** The text without the mark at its end, which is in the language of the interface. */
const shownText = () =>
  [...text().children].filter((element) => !element.matches('[data-part="terms-end"]')).map(({ textContent }) => textContent)
const wasSent = ({ scene }: Shown) => scene.world.requests.some(({ path }) => path.includes('/license/create'))
const signed = ({ scene }: Shown) => new ServiceClient({ ...scene.config, prewarm: 'none' }).getLicense()

/** A style sheet of the host app. Other rules than important ones do not reach the kit. */
function addStyle(css: string): void {
  const style = document.createElement('style')
  style.dataset.host = ''
  style.textContent = css.replaceAll(' !important', '').replace(/([^\s;{}])\s*([;}])/g, '$1 !important$2')
  document.head.append(style)
}

/** Removes the style sheet of the host app. */
function removeStyle(): void {
  document.querySelector('style[data-host]')?.remove()
}

/** What Chrome does: each text is wrapped twice, and the page gets a class and a language. */
function translate(element: Element, marker: 'class' | 'lang' | 'edge' = 'class'): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  for (const node of nodes) {
    if (node.parentElement?.closest('[translate="no"]') || !node.data.trim()) continue
    const translation = `übersetzt: ${node.data}`
    if (marker !== 'class') node.data = translation
    else {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      inner.textContent = translation
      node.replaceWith(outer)
    }
    if (marker === 'edge') node.parentElement?.setAttribute('_msttexthash', '1')
  }
  if (marker === 'edge') return
  if (marker === 'class') page.classList.add('translated-ltr')
  page.lang = 'de'
}

/** A screen of the host app, made from the parts of the kit. */
function OwnScreen(): ReactElement {
  const consent = useConsent()
  const terms = useTerms()
  const [shown, setShown] = useState<string>()
  return (
    <>
      <TermsDocument text={terms.text} locale={terms.locale} tree={terms.tree} onShown={setShown} />
      <Decision
        acceptable={consent.canAccept && shown === terms.text}
        missing={consent.missing.map(({ what }) => ({ target: 'terms', text: what }))}
        onAccept={() => consent.accept()}
        onDecline={consent.decline}
      />
    </>
  )
}

/** Styles of a host app that hide the text or change how it reads. */
const HIDING: readonly (readonly [string, string])[] = [
  ['display: none', '[data-part="terms-text"] { display: none }'],
  ['visibility: hidden around it', '.licet-terms { visibility: hidden }'],
  ['opacity: 0 on a clause', '[data-part="terms-text"] > :nth-child(4) { opacity: 0 }'],
  ['a clause without a box', '[data-part="terms-text"] > :nth-child(4) { display: none }'],
  [
    'no height around it',
    '.licet-terms { block-size: 0 !important; overflow: hidden; padding: 0 !important; border: 0 !important }',
  ],
  ['a transparent color', '[data-part="terms-text"] p { color: transparent }'],
  ['a font of 1 px', '[data-part="terms-text"] * { font-size: 1px !important }'],
  ['a place outside of the page', '.licet-terms { position: absolute !important; inset-inline-start: -9999px !important }'],
  ['a scale of 0', '.licet-terms { transform: scale(0) }'],
  ['a clip path', '.licet-terms { clip-path: inset(50%) }'],
  ['a clip path on a clause', '[data-part="terms-text"] > :nth-child(4) { clip-path: circle(0) }'],
  ['a mask', '[data-part="terms-text"] { mask: linear-gradient(transparent, transparent) }'],
  ['a filter', '.licet-terms { filter: opacity(0.01) }'],
  ['a place to the right of the page', '.licet-terms { position: absolute !important; left: 9999px !important }'],
  ['an indent out of the page', '[data-part="terms-text"] p { text-indent: -9999px }'],
  ['a scale of 0.01', '.licet-terms { transform: scale(0.01) }'],
  ['a clause scaled down', '[data-part="terms-text"] > :nth-child(4) { transform: scale(0.01) }'],
  ['a height of 10 px', '[data-part="terms-text"] { block-size: 10px !important; overflow: hidden !important }'],
  ['an almost transparent color', '[data-part="terms-text"] p { color: rgb(0 0 0 / 5%) }'],
  ['a blur on a clause', '[data-part="terms-text"] > :nth-child(4) { filter: blur(9px) }'],
  ['a word before a clause', '[data-part="terms-text"] > :nth-child(4)::before { content: "not " }'],
  ['a number after a clause', '[data-part="terms-text"] > :nth-child(4)::after { content: "0" }'],
  ['a counter in a list', '[data-part="terms-text"] li::before { content: counter(item) }'],
  ['an image in place of a clause', '[data-part="terms-text"] > :nth-child(4) { content: url("data:image/gif,") }'],
  ['reversed letters', '[data-part="terms-text"] p { unicode-bidi: bidi-override; direction: rtl }'],
  ['another direction', '[data-part="terms-text"] { direction: rtl }'],
  ['a clip path that cuts a side', '.licet-terms { clip-path: inset(0 50% 0 0) }'],
  ['a clip path that cuts round corners of 50 %', '.licet-terms { clip-path: inset(0 round 50%) }'],
  ['a clip path with three corners', '.licet-terms { clip-path: polygon(0 0, 100% 0, 100% 100%) }'],
  [
    'one line of each clause, with an ellipsis',
    '[data-part="terms-text"] :is(p, li) { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }',
  ],
  [
    'two lines of each clause',
    '[data-part="terms-text"] p { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }',
  ],
  ['cut lines', '[data-part="terms-text"] p { white-space: nowrap; overflow: clip }'],
  ['clauses moved out of the page', '[data-part="terms-text"] p { transform: translateX(-9999px) }'],
  ['clauses moved halfway out of the region', '[data-part="terms-text"] p { transform: translateX(-50%) }'],
  ['a clause placed out of the page', '[data-part="terms-text"] > p { position: absolute; left: -9999px }'],
  ['a clause placed above the page', '[data-part="terms-text"] > p { position: absolute; top: -9999px }'],
  ['a list with a margin out of the page', '[data-part="terms-text"] li { margin-left: -9999px }'],
  ['a clipped clause', '[data-part="terms-text"] > p { position: absolute; clip: rect(0 0 0 0) }'],
  ['a word as a marker', '[data-part="terms-text"] li::marker { content: "not " }'],
  ['a word as the style of a list', '[data-part="terms-text"] ul { list-style: "not " }'],
  ['a word after an image', '[data-part="terms-text"] li::before { content: url("data:image/gif,") "not )" }'],
  ['a word that looks like an image', '[data-part="terms-text"] li::before { content: "url(not)" }'],
  ['a word with alternative text', '[data-part="terms-text"] li::before { content: "not " / "" }'],
  ['letters shown as dots', '[data-part="terms-text"] p { -webkit-text-security: disc }'],
  ['a transparent first line', '[data-part="terms-text"] p::first-line { color: transparent }'],
  ['a first letter without a size', '[data-part="terms-text"] p::first-letter { font-size: 0 }'],
  ['mirrored letters', '.licet-terms { transform: scaleX(-1) }'],
  ['mirrored letters by `scale`', '[data-part="terms-text"] { scale: 1 -1 }'],
  ['the color of the background', '[data-part="terms-text"] { background: #fffdf8 } [data-part="terms-text"] * { color: #fffdf8 }'],
]

/** Styles of a host app with which the text stays as it is. */
const HARMLESS: readonly (readonly [string, string])[] = [
  ['rounded corners', '.licet-terms { clip-path: inset(0 round 12px) }'],
  ['rounded corners at the top', '.licet-terms { clip-path: inset(0 -4px round 12px 12px 0 0) }'],
  ['a clip path without effect', '.licet-terms { clip-path: inset(0) }'],
  [
    'decoration without words',
    '[data-part="terms-text"] *::before { content: "" } [data-part="terms-text"] p::after { content: " ¶" }',
  ],
  ['quotation marks', '[data-part="terms-text"] p::before { content: open-quote }'],
  ['the end of an animation', '.licet-terms { filter: blur(0px) opacity(1); transform: translateY(0) scale(1) }'],
  ['a sign with alternative text', '[data-part="terms-text"] p::after { content: "↗" / "external" }'],
  ['an image with alternative text', '[data-part="terms-text"] p::after { content: url("data:image/svg+xml,(a)") / "external" }'],
  ['a shade', '[data-part="terms-text"] p::before { content: linear-gradient(red, rgb(0 0 0 / 50%)) }'],
  ['a set of images', '[data-part="terms-text"] p::before { content: image-set(url("data:image/gif,") 1x) }'],
  ['a clip path at the border', '.licet-terms { clip-path: border-box }'],
  ['a clip path around everything', '.licet-terms { clip-path: polygon(0 0, 100% 0, 100% 100%, 0 100%) }'],
  ['a circle around everything', '.licet-terms { clip-path: circle(150%) }'],
  ['corners of 2 %', '.licet-terms { clip-path: inset(0 round 2%) }'],
  ['elliptic corners', '.licet-terms { clip-path: inset(0 round 10px / 12px) }'],
  ['corners of 48 px', '.licet-terms { clip-path: inset(0 round 48px) }'],
  [
    'tight lines with round corners',
    '[data-part="terms-text"] * { line-height: 1; overflow: hidden; border-radius: 4px } [data-part="terms-text"] > :is(h2, h3, h4) { line-height: 0.9; font-size: 48px }',
  ],
  ['a large first letter', '[data-part="terms-text"] p::first-letter { font-size: 3em; float: left }'],
  ['signs as markers', '[data-part="terms-text"] ul { list-style: "→ " } [data-part="terms-text"] li::marker { content: "– " }'],
]

describe('experience 2: at Accept, the text is on screen', () => {
  it('each style that hides the text or changes how it reads is found, and no other', async () => {
    await show(<ConsentScreen />)
    await appear('[data-part="terms-text"] p')
    const isFound = ([, css]: readonly [string, string]) => {
      addStyle(css)
      const found = findHidden(text()) !== undefined
      removeStyle()
      return found
    }
    const nameOf = ([name]: readonly [string, string]) => name
    expect(HIDING.filter((style) => !isFound(style)).map(nameOf)).toEqual([])
    expect(HARMLESS.filter(isFound).map(nameOf)).toEqual([])
  })

  // Cause: the whole text was measured in the task of the press, which took most of its time.
  it('a press measures a part of what was measured while the page was idle, and still finds each style that was added since', async () => {
    await show(<ConsentScreen />)
    await appear('[data-part="terms-text"] p')
    const check = createHiddenCheck(text())
    const looks = vi.spyOn(window, 'getComputedStyle')
    const countOf = (measure: () => unknown) => {
      looks.mockClear()
      measure()
      return looks.mock.calls.length
    }
    const full = countOf(() => findHidden(text()))
    await expect.poll(() => countOf(check.find)).toBeLessThan(full / 2)
    const missed: string[] = []
    for (const [name, css] of HIDING) {
      addStyle(css)
      if (check.find() === undefined) missed.push(name)
      removeStyle()
    }
    expect(missed).toEqual([])
    // A rule without a new element, as of a style library.
    addStyle('.nothing { color: red }')
    await expect.poll(() => countOf(check.find)).toBeLessThan(full / 2)
    const { sheet } = find<HTMLStyleElement>('style[data-host]')
    sheet?.insertRule('[data-part="terms-text"] p { color: transparent !important }')
    expect(check.find()).toBeDefined()
    removeStyle()
    check.stop()
    looks.mockRestore()
  })

  it.each(casesOf(HIDING, (_, index) => index % 8 === 0))(
    'nothing is signed with %s, and the summary names the terms',
    async (_, css) => {
      const shown = await show(<ConsentScreen />)
      await appear('[data-part="accept"]')
      addStyle(css)
      await userEvent.click(find('[data-part="accept"]'))
      await expect.poll(() => document.querySelector('[data-part="missing"]')?.textContent).toContain(en['decision.missing.terms'])
      expect(wasSent(shown)).toBe(false)
      removeStyle()
      await userEvent.click(find('[data-part="accept"]'))
      await shown.state('licensed')
    },
  )

  it.each([
    ['a word', (region: HTMLElement) => (region.querySelector('p') as HTMLElement).append(' not')],
    [
      'an added paragraph',
      (region: HTMLElement) => region.prepend(Object.assign(document.createElement('p'), { textContent: 'Free.' })),
    ],
    ['a removed clause', (region: HTMLElement) => region.querySelector('h4, h3')?.remove()],
    [
      'a number and the language of the page',
      (region: HTMLElement) => {
        const word = region.querySelector('p')?.firstChild as Text
        word.data = `900 ${word.data}`
        page.lang = 'de'
      },
    ],
    ['another text', (region: HTMLElement) => (region.innerHTML = '<p>Something else</p>')],
  ])('nothing is signed when the page changed %s, and the original is back for the next press', async (_, change) => {
    const shown = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    const original = text().textContent
    change(text())
    expect(text().textContent).not.toBe(original)
    await userEvent.click(find('[data-part="accept"]'))
    await appear('[data-part="missing"]')
    expect(wasSent(shown)).toBe(false)
    expect(text().textContent).toBe(original)
    await userEvent.click(find('[data-part="accept"]'))
    await shown.state('licensed')
  })

  it.each(casesOf(HARMLESS, (_, index) => index % 6 === 3))('allows %s', async (_, css) => {
    const shown = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    addStyle(css)
    await userEvent.click(find('[data-part="accept"]'))
    await shown.state('licensed')
  })

  it('names the element that hides the terms to the developer', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    text().querySelector('p')?.classList.add('host-fade')
    addStyle('.host-fade { mask: linear-gradient(#000, transparent) }')
    await userEvent.click(find('[data-part="accept"]'))
    await expect
      .poll(() => consoleError.mock.calls.map(([text]) => String(text)).join())
      .toMatch(/Licet: terms "p\.host-fade"\. .*mask/)
    consoleError.mockRestore()
  })

  it('allows to fold the text, and extensions to mark words', async () => {
    const shown = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    addStyle('[data-part="terms-text"] { max-block-size: 6em !important; overflow: hidden !important }')
    const word = text().querySelector('p')?.firstChild as Text
    const mark = document.createElement('mark')
    word.replaceWith(mark)
    mark.append(word)
    await userEvent.click(find('[data-part="accept"]'))
    await shown.state('licensed')
  })

  it.each([
    ['a sign-up form', () => signUp(), () => press('Sign up')],
    ['a screen of parts', () => <OwnScreen />, () => press(en['decision.accept'])],
  ])('holds in %s too', async (_, surface, send) => {
    const shown = await show(surface())
    await appear('[data-part="terms-text"] p')
    if (document.querySelector('.licet-checkbox')) await userEvent.click(await appear('.licet-checkbox input'))
    addStyle('[data-part="terms-text"] { visibility: hidden }')
    await send()
    await appear('[data-part="missing"], .licet-checkbox [role="alert"]')
    expect(wasSent(shown)).toBe(false)
    removeStyle()
    await send()
    await shown.state('licensed')
  })
})

function signUp(): ReactElement {
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <TermsCheckbox />
      <button type="submit">Sign up</button>
    </form>
  )
}

describe('experience 2: a translation by the browser', () => {
  const note = 'You are reading an automatic translation. You sign the original in English.'
  const noted = () => [...document.querySelectorAll('.licet-message')].some(({ textContent }) => textContent?.includes(note))

  it.each([
    ['class', 'de'],
    ['lang', 'de'],
    ['edge', 'und'],
  ] as const)('is announced and recorded (%s)', async (marker, recorded) => {
    const shown = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    expect(noted()).toBe(false)
    translate(text(), marker)
    await expect.poll(noted).toBe(true)
    await userEvent.click(find('[data-part="accept"]'))
    await shown.state('licensed')
    expect(await signed(shown)).toMatchObject({ 'x-translated': recorded })
  })

  it.each([
    ['a page', () => <ConsentScreen />],
    ['a dialog', () => <ConsentScreen surface="dialog" />],
    ['a sign-up form', () => signUp()],
    ['a screen of parts', () => <OwnScreen />],
  ])('is announced once by a live region of %s, until the original is shown', async (_, surface) => {
    await show(surface())
    await appear('[data-part="terms-text"] p')
    const announced = () =>
      [...document.querySelectorAll('[role="status"]')].filter(({ textContent }) => textContent?.includes(note)).length
    expect(announced()).toBe(0)
    translate(text())
    await expect.poll(announced).toBe(1)
    await press(en['terms.original'])
    await expect.poll(announced).toBe(0)
  })

  // The page has the language of the translation, but most of the text is the original: this can be a change by somebody else.
  it('of less than half of the text is restored at Accept, which shows why, and the next Accept signs the original', async () => {
    const shown = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    const original = shownText()
    for (const clause of [...text().querySelectorAll('p')].slice(0, 3)) translate(clause, 'lang')
    expect(shownText()).not.toEqual(original)
    expect(noted()).toBe(false)
    await userEvent.click(find('[data-part="accept"]'))
    await expect.poll(() => document.querySelector('[data-part="missing"]')?.textContent).toContain(en['decision.missing.terms'])
    expect(wasSent(shown)).toBe(false)
    expect(shownText()).toEqual(original)
    expect(text().getAttribute('translate')).toBe('no')
    await userEvent.click(find('[data-part="accept"]'))
    await shown.state('licensed')
    expect(await signed(shown)).not.toHaveProperty('x-translated')
  })

  it('of less than half of the text is recorded when the browser marks it', async () => {
    const shown = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    for (const clause of [...text().querySelectorAll('p')].slice(0, 3)) translate(clause, 'class')
    await expect.poll(noted).toBe(true)
    await userEvent.click(find('[data-part="accept"]'))
    await shown.state('licensed')
    expect(await signed(shown)).toMatchObject({ 'x-translated': 'de' })
  })

  // Regression: the note was at the end of the text, beside the choice.
  it.each([
    [320, 'page'],
    [390, 'dialog'],
    [768, 'page'],
    [1280, 'page'],
    [1280, 'dialog'],
    [1280, 'sheet'],
  ] as const)('is announced above the choice at %i px on a %s', async (width, surface) => {
    await show(<ConsentScreen surface={surface} />, { width })
    await appear('[data-part="accept"]')
    translate(text())
    await expect.poll(noted).toBe(true)
    const [message, choice] = [find('.licet-message'), find('[data-part="decision"]')].map((part) => part.getBoundingClientRect())
    expect(message?.bottom).toBeLessThanOrEqual(choice?.top ?? 0)
    expect(Math.abs((message?.left ?? 0) - (choice?.left ?? 99))).toBeLessThan(2)
    await expectAccessible(find('.licet-screen'))
  })

  it('leaves the focus on the text when the original is shown', async () => {
    await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    translate(text())
    await press(en['terms.original'])
    await expect.poll(() => document.activeElement).toBe(text())
  })

  it('gives way to the original in place, and then nothing is recorded', async () => {
    const shown = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    const original = shownText()
    translate(text())
    await expect.poll(noted).toBe(true)
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === en['terms.original'])
    expect(button?.getAttribute('translate')).toBe('no')
    await userEvent.click(button as HTMLElement)
    expect(shownText()).toEqual(original)
    expect(text().getAttribute('translate')).toBe('no')
    await expect.poll(noted).toBe(false)
    // The browser translates what is new on the page, but not this text.
    translate(text())
    expect(shownText()).toEqual(original)
    await userEvent.click(find('[data-part="accept"]'))
    await shown.state('licensed')
    expect(await signed(shown)).not.toHaveProperty('x-translated')
  })

  it('is announced in a screen of parts', async () => {
    const shown = await show(<OwnScreen />)
    await appear('[data-part="accept"]')
    translate(text())
    await expect.poll(noted).toBe(true)
    await press(en['decision.accept'])
    await shown.state('licensed')
    expect(await signed(shown)).toMatchObject({ 'x-translated': 'de' })
  })
})
