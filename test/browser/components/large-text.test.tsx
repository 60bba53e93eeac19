import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen, TermsNotice } from '../../../src/components/index.ts'
import { ar } from '../../../src/locales/ar.ts'
import { en } from '../../../src/locales/en.ts'
import { appear, find, show } from './harness.tsx'

const root = document.documentElement
const DEADLINE = '2031-01-31T00:00:00Z'
const boxOf = (element: Element) => element.getBoundingClientRect()

afterEach(() => {
  cleanup()
  Object.assign(root.style, { fontSize: '' })
  root.dir = ''
})

describe('a banner of changed terms', () => {
  // Regression: the text was moved back by the width of the mark, even where it stood below the mark, and left the window.
  it.each([
    { dir: 'ltr', locale: 'en', messages: en },
    { dir: 'rtl', locale: 'ar', messages: ar },
  ])('experience 19: keeps its whole text inside its frame with 200 % text at 320 px, $dir', async ({ dir, ...language }) => {
    root.style.fontSize = '200%'
    root.dir = dir
    await show(<TermsNotice deadline={DEADLINE} />, { state: 'update-material', width: 320, ...language })
    const frame = boxOf(await appear('.licet-notice'))
    const inner = [...document.querySelectorAll('.licet-notice :is(h2, p, button)')]
    expect(inner).toHaveLength(5)
    for (const { left, right } of inner.map(boxOf)) {
      expect(left).toBeGreaterThanOrEqual(frame.left)
      expect(right).toBeLessThanOrEqual(frame.right)
    }
  })

  // Regression: two boxes as high as the text took most of the line, and the title had one word in a line.
  it.each([500, 768, 900])('gives its text the whole line at %i px, with both choices below', async (width) => {
    await show(<TermsNotice deadline={DEADLINE} />, { state: 'update-material', width })
    const notice = boxOf(await appear('.licet-notice'))
    expect(boxOf(find('.licet-notice h2')).width).toBeGreaterThan(notice.width * 0.75)
    const end = Math.max(...[...document.querySelectorAll('.licet-notice p')].map((text) => boxOf(text).bottom))
    for (const choice of document.querySelectorAll('.licet-notice button')) {
      expect(boxOf(choice).height).toBeLessThan(60)
      expect(boxOf(choice).top).toBeGreaterThanOrEqual(end)
    }
  })
})

describe('an error beside the choice', () => {
  // Regression: "Try again" stood beside the message and left it 60 px, so that each word was broken.
  it('experience 19: fills the line with 200 % text at 320 px, with its button below', async () => {
    root.style.fontSize = '200%'
    await show(<ConsentScreen />, { state: 'submit-error', width: 320 })
    const message = boxOf(await appear('[data-part="screen-decision"] [data-part="message-text"]'))
    expect(message.width).toBeGreaterThan(180)
    expect(boxOf(find('[data-part="screen-decision"] [data-part="actions"]')).top).toBeGreaterThanOrEqual(message.bottom)
  })
})
