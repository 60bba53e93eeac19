import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentButton, ConsentGate, ConsentScreen } from '../../../src/components/index.ts'
import { de } from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import { he } from '../../../src/locales/he.ts'
import { ja } from '../../../src/locales/ja.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

const title = { en: 'May we use your receipts?', de: 'Dürfen wir Ihre Belege nutzen?', he: 'Bramble Market מבקשת את הקבלות שלך' }
const config = { agreement: { ...agreement, title } }
const shownTitle = () => find('[data-part="screen-title"]')

describe('the title of the agreement', () => {
  it.each([
    ['a page', <ConsentScreen key="" />, undefined],
    ['an inline screen', <ConsentScreen key="" surface="inline" />, undefined],
    ['a dialog', <ConsentScreen key="" surface="dialog" />, undefined],
    ['a sheet', <ConsentScreen key="" surface="sheet" />, undefined],
    ['a gate', <ConsentGate key="" usecase="analytics" />, 'gate.ask'],
    ['a button', <ConsentButton key="" />, 'gate.ask'],
  ] as const)('is the question of %s, in the language of the interface', async (_, part, open) => {
    await show(part, { config, locale: 'de-AT', messages: de })
    if (open !== undefined) await press(de[open])
    await appear('[data-part="accept"]')
    expect(shownTitle().textContent).toBe(title.de)
  })

  it('in one text, is used in the language of the terms only', async () => {
    const one = { agreement: { ...agreement, subject: 'receipts', title: title.en } }
    await show(<ConsentScreen />, { config: one })
    await appear('[data-part="accept"]')
    expect(shownTitle().textContent).toBe(title.en)
    await show(<ConsentScreen />, { config: one, locale: 'de', messages: de })
    await appear('[data-part="accept"]')
    expect(shownTitle().textContent).toBe('Darf Bramble Market Ihre Daten nutzen?')
  })

  // Regression: a Japanese question contained an English subject.
  it.each([
    ['title', title],
    ['subject', { en: 'receipts', de: 'Belege' }],
  ])('a %s without the language of the interface leaves the question of the kit', async (member, texts) => {
    const named = { agreement: { ...agreement, [member]: texts } }
    await show(<ConsentScreen />, { config: named, locale: 'ja', messages: ja })
    await appear('[data-part="accept"]')
    expect(shownTitle().textContent).toBe('Bramble Marketにデータの利用を許可しますか？')
  })

  it('that begins with a Latin name runs from right to left in Hebrew', async () => {
    await show(<ConsentScreen />, { config, locale: 'he', messages: he })
    await appear('[data-part="accept"]')
    const range = document.createRange()
    range.selectNodeContents(shownTitle())
    const [left, right] = [0, title.he.length - 1].map((at) => {
      const text = shownTitle().firstChild as Text
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    })
    expect(left).toBeGreaterThan(right ?? 0)
  })

  it('leaves the titles of changed terms as they are', async () => {
    await show(<ConsentScreen />, { config, state: 'update-material' })
    await appear('[data-part="accept"]')
    expect(shownTitle().textContent).toBe(en['screen.title.update'].replace('{company}', 'Bramble Market'))
  })
})
