import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import { CONSENT_STATES } from '../../../src/core/consent-flow.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import ja from '../../../src/locales/ja.ts'
import { toPseudoLocale } from '../../../stories/.storybook/pseudo-locale.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)

/** Words of the kit on the page: without text of the agreement, names, numbers and codes. */
function wordsOf(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (
      parent === null ||
      parent.closest(
        '[data-part="terms-text"], [data-part="purpose-detail"] bdi, [data-part="company-address"], code, span[lang="en"], ol[lang="en"]',
      )
    )
      continue
    found.push(node.textContent ?? '')
  }
  const labels = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
    [...root.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
  )
  return [...found, ...labels]
    .map((text) => text.replaceAll(/Bramble Market|Ireland|(?:[\w-]+\.)+example|privacy@\S+/g, '').trim())
    .filter((text) => /\p{L}{3}/u.test(text))
}

/** The letters of a value as they are on screen, from left to right. */
function seen(element: Element, value: string): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let node = walker.nextNode()
  while (node !== null && !node.nodeValue?.includes(value)) node = walker.nextNode()
  if (node === null) throw new Error(`No text contains ${value}.`)
  const found = node
  const start = found.nodeValue?.indexOf(value) ?? 0
  const leftOf = (at: number) => {
    const range = document.createRange()
    range.setStart(found, start + at)
    range.setEnd(found, start + at + 1)
    return range.getBoundingClientRect().left
  }
  return [...value]
    .map((letter, at) => [leftOf(at), letter] as const)
    .sort(([a], [b]) => a - b)
    .map(([, letter]) => letter)
    .join('')
}

describe('interface texts', () => {
  // Required reading has no separate text.
  it.each(CONSENT_STATES.filter((state) => state !== 'reading-required'))(
    'experience 20: in the state %s every visible string comes from the catalog',
    async (state) => {
      await show(
        <>
          <ConsentScreen onDone={() => {}} />
          <ConsentSettings onDelete={() => {}} />
          <ConsentGate usecase="analytics">
            <i />
          </ConsentGate>
          <TermsNotice surface="inline" deadline="2031-01-31T00:00:00Z" />
          <form>
            <TermsCheckbox />
          </form>
          <ConsentLink />
        </>,
        { state, messages: toPseudoLocale(en) },
      )
      await appear('[data-part="screen-title"]')
      if (state === 'licensed') await appear('[data-part="receipt-title"]')
      const plain = Object.values(en).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
      const words = [...document.querySelectorAll('[data-licet]')].flatMap(wordsOf)
      expect(words.length).toBeGreaterThan(0)
      for (const word of words) expect(plain, word).not.toContain(word)
      expect(words.filter((word) => !/\d/.test(word) && !/[áçéíñóšúýž·[\]]/.test(word))).toEqual([])
    },
  )

  // Regression: the generated English description was below a German title.
  it('experience 20: the sentence below the title is in the language of the title', async () => {
    await show(<ConsentScreen />, { locale: 'de-AT', messages: de })
    await appear('[data-part="accept"]')
    expect(find('[data-part="screen-lead"]').textContent).toBe(de['screen.lead'])
  })

  it('experience 19: Arabic is right to left, and the terms have their own direction', async () => {
    await show(<ConsentScreen />, { locale: 'ar', messages: ar, width: 1280 })
    await appear('[data-part="accept"]')
    const root = find('[data-part="screen"]')
    expect([root.dir, root.lang, getComputedStyle(root).direction]).toEqual(['rtl', 'ar', 'rtl'])
    const terms = find('[data-part="terms-text"]')
    expect([terms.dir, terms.lang]).toEqual(['ltr', 'en'])
    const [summary, text] = [find('[data-part="screen-summary"]'), find('[data-part="screen-terms"]')]
    expect(summary.getBoundingClientRect().left).toBeGreaterThan(text.getBoundingClientRect().left)
    expect(find('[data-part="terms-meta"]').textContent).toContain('الإنجليزية')
    await expectAccessible()
  })

  // Regression: the name was not isolated in the summary and became "Eleven-7.".
  it('experience 19: a name in another script keeps its direction everywhere in Arabic', async () => {
    const purposes = [{ usecase: 'x-3d', label: '3D maps', necessary: true }] as const
    const company = { ...agreement.company, name: '7-Eleven' }
    const config = { agreement: { ...agreement, company, purposes } }
    await show(<ConsentScreen />, { locale: 'ar', messages: ar, config })
    await appear('[data-part="accept"]')
    for (const [place, value] of [
      ['[data-part="screen-title"]', '7-Eleven'],
      ['[data-part="company"]', '7-Eleven'],
      ['[data-part="purpose-name"]', '3D maps'],
    ] as const)
      expect(seen(find(place), value), place).toBe(value)
  })

  it('experience 19: Japanese fits 320 px', async () => {
    await show(<ConsentScreen />, { locale: 'ja', messages: ja, width: 320 })
    expect((await appear('[data-part="accept"]')).textContent).toBe('同意する')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    await expectAccessible()
  })
})
