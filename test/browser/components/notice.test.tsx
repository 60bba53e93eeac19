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
  it('experience 14: tells a deadline where there is something to decide, and nowhere else', async () => {
    await show(<TermsNotice deadline={DEADLINE} />, { state: 'update-minor' })
    expect((await appear('.licet-notice')).textContent).toContain(en['notice.minor'])
    expect(find('.licet-notice').textContent).not.toContain('2031')
    await show(<TermsNotice deadline={DEADLINE} />, { state: 'update-material' })
    expect((await appear('.licet-notice')).textContent).toContain('2031')
  })

  // Nothing is loading behind a banner that nobody opened; its region said so for ever.
  it('experience 18: says nothing before it is opened, and then keeps the focus and the one region through to the outcome', async () => {
    const { state } = await show(<TermsNotice />, { state: 'update-material' })
    await appear('.licet-notice')
    const region = live()
    expect(document.querySelectorAll('[role="status"]')).toHaveLength(1)
    expect(region.textContent).toBe('')
    await press(en['notice.show'])
    await appear('[data-part="diff-clause"]')
    expect(document.activeElement).toBe(find('[data-part="notice-title"]'))
    await press(en['decision.decline.update'])
    await state('declined')
    await expect.poll(() => live().textContent).toBe(en['status.kept.title'])
    expect(live()).toBe(region)
    expect(document.querySelector('.licet-notice')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(region)
    await expectAccessible()
  })

  it('experience 6 and 18: putting it off is answered, too', async () => {
    const { state } = await show(<TermsNotice />, { state: 'update-minor' })
    await press(en['action.close'])
    await state('dismissed')
    await expect.poll(() => live().textContent).toBe(en['status.kept.title'])
    await expect.poll(() => document.activeElement).toBe(live())
  })

  it('experience 11: agreeing is answered when the license is there', async () => {
    const { state } = await show(<TermsNotice />, { state: 'update-material' })
    await press(en['notice.show'])
    await press(en['decision.accept'])
    await state('licensed')
    await expect.poll(() => live().textContent).toBe(en['status.licensed.title'])
  })

  // What another part did later was announced here as the answer.
  it('experience 18: says nothing of what is done elsewhere after its own answer', async () => {
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

  it('experience 18: says nothing of what was decided at another visit', async () => {
    await show(<TermsNotice />, { state: 'already-licensed' })
    expect(live().textContent).toBe('')
    expect(document.activeElement).toBe(document.body)
  })
})

describe('a dialog of changed terms', () => {
  // The title and the note below it had the same icon, one above the other.
  it('experience 14: has one mark of news, as has a banner that was opened', async () => {
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

  it('experience 14: says once that it asks again', async () => {
    await show(<TermsNotice surface="dialog" />, { state: 'update-material' })
    await appear('[data-part="diff-clause"]')
    expect(timesSaid(en['diff.material'])).toBe(1)
    await expectAccessible()
  })

  // The browser had closed it at the second Escape, and nothing opened it again.
  it('experience 11: stands open for a refusal, whatever was pressed meanwhile', async () => {
    const { scene, state } = await show(<TermsNotice surface="dialog" />, { state: 'update-material' })
    let go = () => {}
    const gate = new Promise<void>((resolve) => (go = resolve))
    const refuse = () => gate.then(() => Response.json({ code: 'invalid_license' }, { status: 400 }))
    scene.world.faults.add({ kind: 'alter', alter: refuse }, { path: '/license/create' })
    await press(en['decision.accept'])
    await state('submitting')
    const dialog = find<HTMLDialogElement>('dialog')
    // As the browser does it at an Escape that cannot be prevented.
    dialog.close()
    go()
    await state('submit-error')
    await expect.poll(() => dialog.open).toBe(true)
    expect((await appear('dialog [role="alert"]')).textContent).toContain(en['error.title'])
  })

  it('experience 6 and 16: closes by a button, which decides nothing, and says what holds', async () => {
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

describe('a live region of its own', () => {
  // Hidden by a rule that counts only within a part, it stood on the host's page as text.
  it('experience 18: is heard and not seen, wherever it stands', async () => {
    await show(<LiveRegion>Told</LiveRegion>)
    const { width, height } = live().getBoundingClientRect()
    expect([live().textContent, width, height, live().tabIndex]).toEqual(['Told', 1, 1, -1])
    expect(live().hasAttribute('tabindex')).toBe(false)
  })
})
