import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen, ConsentSettings } from '../../../src/components/index.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import ja from '../../../src/locales/ja.ts'
import { toPseudoLocale } from '../../../stories/.storybook/pseudo-locale.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)

/** Words of the kit on the page: what is not the agreement's own, a name, a number or a code. */
function wordsOf(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (
      parent === null ||
      parent.closest(
        '[data-part="terms-text"], [data-part="screen-lead"], [data-part="purpose-description"], code, span[lang="en"], ol[lang="en"]',
      )
    )
      continue
    found.push(node.textContent ?? '')
  }
  const labels = [...root.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label') ?? '')
  return [...found, ...labels]
    .map((text) => text.replaceAll(/Bramble Market|(?:[\w-]+\.)+example|privacy@\S+/g, '').trim())
    .filter((text) => /\p{L}{3}/u.test(text))
}

describe('words', () => {
  it.each(['ready', 'licensed', 'update-material', 'queued', 'unsupported'] as const)(
    'experience 20: in the state %s every visible string comes from the catalog',
    async (state) => {
      await show(
        <>
          <ConsentScreen />
          <ConsentSettings />
        </>,
        { state, messages: toPseudoLocale(en) },
      )
      await appear('[data-part="screen-title"]')
      const plain = Object.values(en).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
      const words = [...document.querySelectorAll('[data-licet]')].flatMap(wordsOf)
      expect(words.length).toBeGreaterThan(0)
      for (const word of words) expect(plain, word).not.toContain(word)
      for (const word of words.filter((one) => one.length > 12 && !/\d/.test(one))) expect(word).toMatch(/[áçéíñóšúýž]/)
    },
  )

  // The sentence that is generated for the record stood in English below a title in German.
  it('experience 20: the sentence of the record stands below the title only where both are of one language', async () => {
    await show(<ConsentScreen />, { locale: 'de-AT', messages: de })
    await appear('[data-part="accept"]')
    expect(document.querySelector('[data-part="screen-lead"]')).toBeNull()
    cleanup()
    await show(<ConsentScreen />, { locale: 'en-GB' })
    await appear('[data-part="accept"]')
    expect(find('[data-part="screen-lead"]').textContent).toContain('Bramble Market')
  })

  it('experience 19: Arabic runs from right to left, the terms in their own direction', async () => {
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

  it('experience 19: Japanese fits 320 px', async () => {
    await show(<ConsentScreen />, { locale: 'ja', messages: ja, width: 320 })
    expect((await appear('[data-part="accept"]')).textContent).toBe('同意してライセンスを作成')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    await expectAccessible()
  })
})
