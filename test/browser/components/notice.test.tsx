import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentSettings, LiveRegion, TermsNotice } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)

const DEADLINE = '2031-01-31T00:00:00Z'
const live = () => find('.licet-live')
const timesSaid = (text: string) => (find('.licet-notice').innerText.split(text).length ?? 0) - 1

async function press(name: string): Promise<void> {
  const found = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await expect.poll(found).toBeDefined()
  found()?.focus()
  await userEvent.keyboard('{Enter}')
}

describe('a banner of changed terms', () => {
  it('experience 14: shows a deadline only when there is something to decide', async () => {
    await show(<TermsNotice deadline={DEADLINE} />, { state: 'update-minor' })
    expect((await appear('.licet-notice')).textContent).toContain(en['notice.minor'])
    expect(find('.licet-notice').textContent).not.toContain('2031')
    await show(<TermsNotice deadline={DEADLINE} />, { state: 'update-material' })
    expect((await appear('.licet-notice')).textContent).toContain('2031')
  })

  // Regression: the live region of a collapsed banner announced loading terms forever.
  it('experience 18: announces nothing before it is expanded, and keeps the focus and one live region up to the outcome', async () => {
    const { state } = await show(<TermsNotice />, { state: 'update-material' })
    await appear('.licet-notice')
    const region = live()
    expect(document.querySelectorAll('[role="status"]')).toHaveLength(1)
    expect(region.textContent).toBe('')
    await press(en['notice.show'])
    await appear('[data-part="diff-clause"]')
    await expect.poll(() => document.activeElement).toBe(find('[data-part="notice-title"]'))
    await press(en['decision.decline.update'])
    await state('declined')
    await expect.poll(() => live().textContent).toBe(en['status.kept.title'])
    expect(live()).toBe(region)
    expect(document.querySelector('.licet-notice')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(region)
    await expectAccessible()
  })

  it('experience 6 and 18: a dismissal is announced', async () => {
    const { state } = await show(<TermsNotice />, { state: 'update-minor' })
    await press(en['action.close'])
    await state('dismissed')
    await expect.poll(() => live().textContent).toBe(en['status.kept.title'])
    await expect.poll(() => document.activeElement).toBe(live())
  })

  it('experience 11: an acceptance is announced when the license is stored', async () => {
    const { state } = await show(<TermsNotice />, { state: 'update-material' })
    await press(en['notice.show'])
    await press(en['decision.accept'])
    await state('licensed')
    await expect.poll(() => live().textContent).toBe(en['status.licensed.title'])
  })

  // Regression: a later act in another part was announced here as the outcome.
  it('experience 18: announces nothing of later acts in other parts', async () => {
    const { state } = await show(
      <>
        <TermsNotice />
        <ConsentSettings />
      </>,
      { state: 'update-material' },
    )
    await press(en['notice.show'])
    await press(en['decision.decline.update'])
    await state('declined')
    const own = find(':not(.licet-settings) > .licet-live')
    await expect.poll(() => own.textContent).toBe(en['status.kept.title'])
    await press(en['settings.withdraw'])
    await state('withdrawn')
    await expect.poll(() => own.textContent).toBe('')
    await press(en['settings.review'])
    await press(en['decision.decline'])
    await state('declined')
    expect(own.textContent).toBe('')
  })

  it('experience 18: announces nothing of a decision at an earlier visit', async () => {
    await show(<TermsNotice />, { state: 'already-licensed' })
    expect(live().textContent).toBe('')
    expect(document.activeElement).toBe(document.body)
  })
})

describe('a dialog of changed terms', () => {
  // Regression: the title and the note below it had the same icon.
  it('experience 14: has one icon, like an expanded banner', async () => {
    const marks = () => document.querySelectorAll('.licet-notice [data-icon="info"]').length
    await show(<TermsNotice surface="dialog" />, { state: 'update-material' })
    await appear('[data-part="diff-clause"]')
    expect(marks()).toBe(1)
    await show(<TermsNotice />, { state: 'update-minor' })
    await appear('.licet-notice')
    expect(marks()).toBe(1)
    await press(en['notice.show'])
    await appear('[data-part="diff-clause"]')
    expect(marks()).toBe(1)
  })

  it('experience 14: shows only once that it asks again', async () => {
    await show(<TermsNotice surface="dialog" />, { state: 'update-material' })
    await appear('[data-part="diff-clause"]')
    expect(timesSaid(en['diff.material'])).toBe(1)
    await expectAccessible()
  })

  // Regression: the browser closed the dialog on the second Esc, and nothing opened it again.
  it('experience 11: opens again when a refusal arrives after Esc closed it', async () => {
    const { scene, state } = await show(<TermsNotice surface="dialog" />, { state: 'update-material' })
    let go = () => {}
    const gate = new Promise<void>((resolve) => (go = resolve))
    const refuse = () => gate.then(() => Response.json({ code: 'invalid_license' }, { status: 400 }))
    scene.world.faults.add({ kind: 'alter', alter: refuse }, { path: '/license/create' })
    await press(en['decision.accept'])
    await state('submitting')
    const dialog = find<HTMLDialogElement>('dialog')
    // As the browser does on an Esc that cannot be prevented.
    dialog.close()
    go()
    await state('submit-error')
    await expect.poll(() => dialog.open).toBe(true)
    expect((await appear('dialog [role="alert"]')).textContent).toContain(en['error.title'])
  })

  it('experience 6 and 16: has a close button that decides nothing, and announces that the old agreement stays', async () => {
    const { state } = await show(<TermsNotice surface="dialog" />, { state: 'update-material' })
    const close = await appear('dialog [data-part="close"]')
    expect(close.getAttribute('aria-label')).toBe(en['screen.close'])
    const title = find('[data-part="notice-title"]').getBoundingClientRect()
    expect(title.right).toBeLessThanOrEqual(close.getBoundingClientRect().left)
    await userEvent.click(close)
    await state('dismissed')
    expect(find<HTMLDialogElement>('dialog').open).toBe(false)
    await expect.poll(() => document.querySelector(':not(dialog *).licet-live')?.textContent).toBe(en['status.kept.title'])
  })
})

describe('a live region outside of a part', () => {
  // Regression: the CSS rule that hides live regions applied only inside a part, so the text was visible.
  it('experience 18: is visually hidden everywhere', async () => {
    await show(<LiveRegion>Announced</LiveRegion>)
    const { width, height } = live().getBoundingClientRect()
    expect([live().textContent, width, height, live().tabIndex]).toEqual(['Announced', 1, 1, -1])
    expect(live().hasAttribute('tabindex')).toBe(false)
  })
})
