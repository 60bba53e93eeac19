import { cleanup } from '@testing-library/react'
import { type ReactElement, type RefCallback, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
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
}

describe.each(Object.entries(PARTS))('the part %s', (name, part) => {
  // The child was the root and stood in it as well.
  it('fills an empty child that it makes its root, and does not repeat it', async () => {
    await show(part({ asChild: true, children: <article data-own="1" /> }))
    expect(document.querySelectorAll('[data-own]')).toHaveLength(1)
    const element = find(`article.licet-${name}`)
    expect(element.textContent).not.toBe('')
    if (name === 'checkbox') expect((await appear('label')).textContent).not.toBe('')
  })

  // The merged ref dropped the cleanup, was called with `null` beside it, and was another function at each render.
  it('calls a ref once for its element, and once its cleanup', async () => {
    const calls: string[] = []
    const refOf =
      (whose: string): RefCallback<HTMLElement> =>
      (element) => {
        calls.push(`${whose} ${element?.tagName}`)
        return () => void calls.push(`${whose} done`)
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

describe('what the host hears', () => {
  // Of two handlers one replaced the other: the settings never opened, and a host never heard of its own dialog.
  it('comes first, and the link opens the settings after it', async () => {
    const heard: string[] = []
    await show(
      <ConsentLink onClick={() => heard.push('link')} render={<button type="button" onClick={() => heard.push('own')} />} />,
    )
    await userEvent.click(find('.licet-link'))
    await appear('dialog[open]')
    expect(heard).toEqual(['own', 'link'])
  })

  it('ends it, where the host prevents the default', async () => {
    const heard: string[] = []
    await show(
      <ConsentLink
        onClick={() => heard.push('link')}
        render={<button type="button" onClick={(event) => event.preventDefault()} />}
      />,
    )
    find('.licet-link').click()
    expect(heard).toEqual([])
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('experience 6: is told of a dialog’s clicks, of Escape and of its end, and Escape dismisses nevertheless', async () => {
    const heard: string[] = []
    const hear = ({ type }: { readonly type: string }) => heard.push(type)
    const { state } = await show(<ConsentScreen surface="dialog" {...{ onClick: hear, onCancel: hear, onClose: hear }} />)
    await appear('[data-part="accept"]')
    await userEvent.click(find('[data-part="screen-title"]'))
    await userEvent.keyboard('{Escape}')
    await state('dismissed')
    await expect.poll(() => heard).toEqual(['click', 'cancel', 'close'])
  })
})

describe('a link to the settings', () => {
  // It was a link, and a button that opened a dialog over the page it led away from.
  it('is a link and nothing else where its element has an address of its own', async () => {
    await show(
      <ConsentLink asChild>
        <a href="#permission">My data</a>
      </ConsentLink>,
    )
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

  // A dialog in a paragraph is no HTML, and React says so at each opening.
  it('opens the settings beside the paragraph that it stands in, and gives the focus back', async () => {
    const complaint = vi.spyOn(console, 'error')
    await show(
      <footer>
        <p>
          © Acme · <ConsentLink />
        </p>
      </footer>,
    )
    await userEvent.click(find('.licet-link'))
    await appear('footer > dialog:modal')
    expect(complaint).not.toHaveBeenCalled()
    complaint.mockRestore()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
    expect(document.activeElement).toBe(find('.licet-link'))
  })
})
