import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen, TermsDiff, TermsNotice } from '../../../src/components/index.ts'
import { diffTerms } from '../../../src/terms/diff/index.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)

describe('changed terms', () => {
  it('experience 14: a material change is asked about with a redline of ins, del and words', async () => {
    await show(<ConsentScreen />, { state: 'update-material' })
    await appear('[data-part="diff-clause"]')
    const added = find('[data-part="diff-text"] ins')
    expect(added.textContent).toContain('[start of added text]')
    expect(find('[data-part="diff-text"] del').textContent).toContain('[start of removed text]')
    expect(find('[data-part="diff-attributes"]').textContent).toContain('More than before')
    expect((await appear('[data-part="decline"]')).textContent).toBe('Keep it as it was')
    await expectAccessible()
  })

  it('experience 14: a removed and an added number are separated, on screen and when copied', async () => {
    await show(<ConsentScreen />, { state: 'update-material' })
    await appear('[data-part="diff-clause"]')
    const removed = [...document.querySelectorAll('[data-part="diff-text"] del')].at(-1)
    const added = removed?.nextElementSibling
    expect([removed?.textContent, added?.textContent]).toEqual([
      ' [start of removed text] 50 [end of removed text] ',
      ' [start of added text] 100 [end of added text] ',
    ])
    expect((added?.getBoundingClientRect().left ?? 0) - (removed?.getBoundingClientRect().right ?? 0)).toBeGreaterThan(2)
    expect(find('[data-part="diff-clauses"]').textContent).not.toMatch(/\*\*|\]\(|^- /m)
  })

  // Regression: three scroll areas were nested, and the redline was cut above its first word.
  it.each([
    ['ConsentScreen', <ConsentScreen key="1" surface="dialog" />],
    ['TermsNotice', <TermsNotice key="2" surface="dialog" />],
  ])('experience 14: a dialog (%s) shows first what changed, with both choices in view', async (_, part) => {
    await show(part, { state: 'update-material', width: 1280, height: 900 })
    await appear('[data-part="accept"]')
    const facts = find('[data-part="screen-update"] > p')
    expect(facts.textContent).toContain('Reward: 50 → 100 points for each receipt.')
    expect(facts.getBoundingClientRect().bottom).toBeLessThan(find('.licet-summary').getBoundingClientRect().top)
    const [accept, decline] = ['accept', 'decline'].map((name) => find(`[data-part="${name}"]`).getBoundingClientRect())
    expect(accept?.top).toBe(decline?.top)
    expect(decline?.bottom).toBeLessThan(find('dialog').getBoundingClientRect().bottom)
  })

  it('experience 19: no focused element is under the choices in a dialog about a change', async () => {
    await show(<ConsentScreen surface="dialog" />, { state: 'update-material', width: 1280, height: 720 })
    await appear('[data-part="diff-clause"]')
    await appear('[data-part="accept"]')
    for (let step = 0; step < 24; step++) {
      await userEvent.keyboard('{Tab}')
      const { activeElement } = document
      if (activeElement === null || activeElement.closest('[data-part="screen-decision"], [data-part="terms-text"]')) continue
      const box = activeElement.getBoundingClientRect()
      const covering = document.elementFromPoint(box.left + box.width / 2, box.bottom - 1)
      expect(activeElement.contains(covering), activeElement.outerHTML.slice(0, 120)).toBe(true)
    }
  })

  it('experience 19: each clause of a redline has its own text direction', () => {
    const terms = diffTerms('## מי\n\nאנחנו שומרים הכול.\n', '## Who\n\nWe keep it all.\n')
    render(<TermsDiff terms={terms} locale="en" />)
    const directions = (part: string) =>
      [...document.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)].map((element) => getComputedStyle(element).direction)
    expect(directions('diff-text').sort()).toEqual(['ltr', 'rtl'])
    expect(directions('diff-heading').sort()).toEqual(['ltr', 'rtl'])
    expect(directions('diff-badge')).toEqual(['ltr', 'ltr'])
  })

  it('experience 14: the buttons of a redline go from change to change and announce the position', async () => {
    await show(<ConsentScreen />, { state: 'update-material' })
    const clauses = await appear('[data-part="diff-clauses"]')
    await userEvent.click(find('[data-part="screen-changes"] > summary'))
    const next = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Next change')
    await userEvent.click(next as HTMLElement)
    await expect.poll(() => document.activeElement).toBe(clauses.children[0])
    await userEvent.click(next as HTMLElement)
    await expect.poll(() => document.activeElement).toBe(clauses.children[1])
    await expect.poll(() => find('[data-part="diff-bar"] p').textContent).toBe(`Change 2 of ${clauses.children.length}`)
  })

  // Regression: the position came from the last comparison, such as "Change 3 of 2".
  it('experience 14: the position is one of the changes, even when another comparison has fewer of them', async () => {
    const textOf = (count: number) => Array.from({ length: count }, (_, at) => `## Clause ${at}\n\nText ${at}.\n`).join('\n')
    const { rerender } = render(<TermsDiff terms={diffTerms('', textOf(3))} locale="en" />)
    const next = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Next change')
    for (let presses = 0; presses < 3; presses++) await userEvent.click(next as HTMLElement)
    const position = () => find('[data-part="diff-bar"] p').textContent
    await expect.poll(position).toBe('Change 3 of 3')
    rerender(<TermsDiff terms={diffTerms('', textOf(2))} locale="en" />)
    await expect.poll(position).toBe('Change 2 of 2')
  })

  it('experience 14: declining an update keeps the old agreement, and the screen states this', async () => {
    const { state } = await show(<ConsentScreen />, { state: 'update-material' })
    await userEvent.click(await appear('[data-part="decline"]'))
    await state('declined')
    await expect.poll(() => document.activeElement?.textContent).toBe('It stays as it was')
  })

  it('experience 14: a notice is on screen only while there is a change, and can be dismissed', async () => {
    await show(<TermsNotice />, { state: 'already-licensed' })
    expect(document.querySelector('.licet-notice')).toBeNull()
    const { state } = await show(<TermsNotice />, { state: 'update-minor' })
    const notice = await appear('.licet-notice')
    expect(notice.dataset.state).toBe('minor')
    expect(notice.textContent).toContain('You do not have to do anything.')
    const later = [...notice.querySelectorAll('button')].find((button) => button.textContent === 'OK')
    await userEvent.click(later as HTMLElement)
    await state('dismissed')
    await expect.poll(() => document.querySelector('.licet-notice')).toBeNull()
  })

  it('experience 14: a notice of a material change opens the redline and the decision', async () => {
    const { state } = await show(<TermsNotice />, { state: 'update-material' })
    expect((await appear('.licet-notice')).dataset.state).toBe('material')
    await userEvent.click(await appear('.licet-notice [data-part="action"]'))
    await appear('[data-part="diff-clause"]')
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    await expect.poll(() => document.querySelector('.licet-notice')).toBeNull()
  })
})
