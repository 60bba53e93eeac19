import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen, TermsDiff, TermsNotice } from '../../../src/components/index.ts'
import { diffTerms } from '../../../src/terms/diff.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)

describe('changed terms', () => {
  it('experience 14: a material change is asked about with a redline by ins, del and words', async () => {
    await show(<ConsentScreen />, { state: 'update-material' })
    await appear('[data-part="diff-clause"]')
    const added = find('[data-part="diff-text"] ins')
    expect(added.textContent).toContain('[start of added text]')
    expect(find('[data-part="diff-text"] del').textContent).toContain('[start of removed text]')
    expect(find('[data-part="diff-attributes"]').textContent).toContain('Wider than before')
    expect((await appear('[data-part="decline"]')).textContent).toBe('Keep what I agreed to')
    await expectAccessible()
  })

  it('experience 19: each clause of a redline runs its own way, whatever the language of the other and of the words beside it', () => {
    const terms = diffTerms('## מי\n\nאנחנו שומרים הכול.\n', '## Who\n\nWe keep it all.\n')
    render(<TermsDiff terms={terms} locale="en" />)
    const directions = (part: string) =>
      [...document.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)].map((element) => getComputedStyle(element).direction)
    expect(directions('diff-text').sort()).toEqual(['ltr', 'rtl'])
    expect(directions('diff-heading').sort()).toEqual(['ltr', 'rtl'])
    expect(directions('diff-badge')).toEqual(['ltr', 'ltr'])
  })

  it('experience 14: the redline is walked from change to change, each telling its place', async () => {
    await show(<ConsentScreen />, { state: 'update-material' })
    const clauses = await appear('[data-part="diff-clauses"]')
    const next = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Next change')
    await userEvent.click(next as HTMLElement)
    expect(document.activeElement).toBe(clauses.children[0])
    await userEvent.click(next as HTMLElement)
    expect(document.activeElement).toBe(clauses.children[1])
    expect(find('[data-part="diff-bar"] p').textContent).toBe(`Change 2 of ${clauses.children.length}`)
  })

  it('experience 14: declining an update keeps the old agreement, and says so', async () => {
    const { state } = await show(<ConsentScreen />, { state: 'update-material' })
    await userEvent.click(await appear('[data-part="decline"]'))
    await state('declined')
    await expect.poll(() => document.activeElement?.textContent).toBe('You keep what you agreed to')
  })

  it('experience 14: a notice is there only while there is something to tell, and can wait', async () => {
    await show(<TermsNotice />, { state: 'already-licensed' })
    expect(document.querySelector('.licet-notice')).toBeNull()
    const { state } = await show(<TermsNotice />, { state: 'update-minor' })
    const notice = await appear('.licet-notice')
    expect(notice.dataset.state).toBe('minor')
    expect(notice.textContent).toContain('You do not have to do anything.')
    const later = [...notice.querySelectorAll('button')].find((button) => button.textContent === 'Not now')
    await userEvent.click(later as HTMLElement)
    await state('dismissed')
    expect(document.querySelector('.licet-notice')).toBeNull()
  })

  it('experience 14: a notice of a material change opens to the redline and the decision', async () => {
    const { state } = await show(<TermsNotice />, { state: 'update-material' })
    expect((await appear('.licet-notice')).dataset.state).toBe('material')
    await userEvent.click(await appear('.licet-notice [data-part="action"]'))
    await appear('[data-part="diff-clause"]')
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    expect(document.querySelector('.licet-notice')).toBeNull()
  })
})
