import { cleanup } from '@testing-library/react'
import { type ReactElement, type RefCallback, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ConsentButton,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  Decision,
  LicenseSummary,
  PurposeList,
  StatusMessage,
  TermsCheckbox,
  TermsDocument,
} from '../../../src/components/index.ts'
import { defineAgreement } from '../../../src/terms/index.ts'
import { agreement as input } from '../../fixtures/story-world.ts'
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

const agreement = defineAgreement(input)
const nothing = () => {}

const PARTS = {
  summary: (more: object) => <LicenseSummary agreement={agreement} {...more} />,
  purposes: (more: object) => <PurposeList purposes={agreement.purposes} company="x" {...more} />,
  decision: (more: object) => <Decision onAccept={nothing} onDecline={nothing} {...more} />,
  message: (more: object) => <StatusMessage heading="A" {...more} />,
  terms: (more: object) => <TermsDocument text="# A" locale="en" {...more} />,
  screen: (more: object) => <ConsentScreen {...more} />,
  settings: (more: object) => <ConsentSettings {...more} />,
  checkbox: (more: object) => (
    <form>
      <TermsCheckbox {...more} />
    </form>
  ),
  link: (more: object) => <ConsentLink {...more} />,
  button: (more: object) => <ConsentButton {...more} />,
}

describe.each(Object.entries(PARTS))('the part %s', (name, part) => {
  it('fills an empty element of the host app', async () => {
    await show(part({ render: <article data-own="1" /> }))
    expect(document.querySelectorAll('[data-own]')).toHaveLength(1)
    const element = find(`article.licet-${name}`)
    expect(element.textContent).not.toBe('')
    if (name === 'checkbox') expect((await appear('label')).textContent).not.toBe('')
  })

  // Regression: the merged ref dropped the cleanup, was also called with `null`, and was a new function at each render.
  it('calls a ref once with its element, and its cleanup once', async () => {
    const calls: string[] = []
    const refOf =
      (name: string): RefCallback<HTMLElement> =>
      (element) => {
        calls.push(`${name} ${element?.tagName}`)
        return () => void calls.push(`${name} done`)
      }
    const refs = [refOf('ref'), refOf('own')] as const
    let again = nothing
    function Host(): ReactElement {
      const [renders, setRenders] = useState(0)
      again = () => setRenders(renders + 1)
      return part({ ref: refs[0], 'data-renders': renders, render: <article ref={refs[1]} /> })
    }
    await show(<Host />)
    again()
    await appear('[data-renders="1"]')
    expect(calls).toEqual(['ref ARTICLE', 'own ARTICLE'])
    cleanup()
    expect(calls.slice(2)).toEqual(['ref done', 'own done'])
  })
})

// Regression: a component of the host app that passes its own optional props on took away attributes and handlers of the part.
describe('a prop that the host app leaves undefined', () => {
  const left = Object.fromEntries(['lang', 'dir', 'role', 'type', 'aria-label', 'aria-labelledby'].map((name) => [name, undefined]))

  it.each(Object.entries(PARTS))('keeps the attributes of the part %s', async (name, part) => {
    const shown = async (more: object) => {
      await show(part(more))
      // Ids are other ones at each render.
      return [...find(`.licet-${name}`).attributes].map(({ name, value }) => `${name}=${value.replace(/_r_\w+_|:r\w+:/, 'id')}`)
    }
    const attributes = await shown({})
    expect(attributes).toEqual(expect.arrayContaining(['lang=en', 'dir=ltr']))
    expect((await shown(left)).sort()).toEqual(attributes.sort())
  })

  it('keeps the handler of the part, even in an element of the host app', async () => {
    await show(<ConsentButton onClick={undefined} render={<button type={undefined} onClick={undefined} />} />)
    expect(find('.licet-button').getAttribute('type')).toBe('button')
    await userEvent.click(find('.licet-button'))
    await appear('dialog:modal')
  })
})

describe('event handlers of the host app', () => {
  // Regression: the host app's handler replaced the link's handler, so the settings never opened.
  it('run before the link opens the settings', async () => {
    const calls: string[] = []
    await show(
      <ConsentLink onClick={() => calls.push('link')} render={<button type="button" onClick={() => calls.push('own')} />} />,
    )
    await userEvent.click(find('.licet-link'))
    await appear('dialog[open]')
    expect(calls).toEqual(['own', 'link'])
  })

  it('keep the settings closed by preventing the default', async () => {
    const calls: string[] = []
    await show(
      <ConsentLink
        onClick={() => calls.push('link')}
        render={<button type="button" onClick={(event) => event.preventDefault()} />}
      />,
    )
    find('.licet-link').click()
    expect(calls).toEqual([])
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('experience 6: receive the click, cancel and close events of a dialog, which Esc still dismisses', async () => {
    const calls: string[] = []
    const record = ({ type }: { readonly type: string }) => calls.push(type)
    const { state } = await show(<ConsentScreen surface="dialog" {...{ onClick: record, onCancel: record, onClose: record }} />)
    await appear('[data-part="accept"]')
    await userEvent.click(find('[data-part="screen-title"]'))
    await userEvent.keyboard('{Escape}')
    await state('dismissed')
    await expect.poll(() => calls).toEqual(['click', 'cancel', 'close'])
  })
})

describe('a link to the settings', () => {
  // Regression: the link opened a dialog as well.
  it('only navigates when its element has an address', async () => {
    await show(<ConsentLink render={<a href="#permission">My data</a>} />)
    const link = find<HTMLAnchorElement>('a.licet-link')
    expect([link.getAttribute('href'), link.getAttribute('type'), link.getAttribute('aria-haspopup')]).toEqual([
      '#permission',
      null,
      null,
    ])
    const left = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }))
    link.click()
    await left
    expect(location.hash).toBe('#permission')
    expect(document.querySelector('dialog')).toBeNull()
    history.replaceState(null, '', ' ')
  })

  // HTML allows no dialog in a paragraph, and React warns about it.
  it('opens the settings outside of its paragraph, and returns the focus on close', async () => {
    const consoleError = vi.spyOn(console, 'error')
    await show(
      <footer>
        <p>
          © Acme · <ConsentLink />
        </p>
      </footer>,
    )
    await userEvent.click(find('.licet-link'))
    await appear('body > dialog:modal')
    expect(consoleError).not.toHaveBeenCalled()
    consoleError.mockRestore()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(find('.licet-link'))
  })
})
