import { cleanup } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
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
import { find, show } from './harness.tsx'

afterEach(cleanup)

const agreement = defineAgreement(input)
const nothing = () => {}
const root = { className: 'mine', id: 'root', title: 'mine', style: { outlineWidth: '3px' } } as const

const PARTS = {
  summary: (more: object) => <LicenseSummary agreement={agreement} {...root} {...more} />,
  purposes: (more: object) => <PurposeList purposes={agreement.purposes} company="x" {...root} {...more} />,
  decision: (more: object) => <Decision onAccept={nothing} onDecline={nothing} {...root} {...more} />,
  message: (more: object) => <StatusMessage {...root} {...more} />,
  terms: (more: object) => <TermsDocument text="# A" locale="en" {...root} {...more} />,
  screen: (more: object) => <ConsentScreen {...root} {...more} />,
  settings: (more: object) => <ConsentSettings {...root} {...more} />,
  button: (more: object) => <ConsentButton {...root} {...more} />,
  checkbox: (more: object) => <TermsCheckbox {...root} {...more} />,
  link: (more: object) => <ConsentLink {...root} {...more} />,
}

describe.each(Object.entries(PARTS))('the part %s', (name, part) => {
  it('passes className, style, ref and all other attributes to its root', async () => {
    const ref = createRef<HTMLElement>()
    await show(part({ ref }))
    const element = find('#root')
    expect(ref.current).toBe(element)
    expect([...element.classList]).toEqual(expect.arrayContaining([`licet-${name}`, 'mine']))
    expect([element.title, element.style.outlineWidth, element.dataset.part, element.hasAttribute('data-licet')]).toEqual([
      'mine',
      '3px',
      name,
      true,
    ])
  })

  it('renders an element of the host app as its root, with the props and the ref of that element', async () => {
    const [ref, own] = [createRef<HTMLElement>(), createRef<HTMLElement>()]
    await show(part({ ref, render: <article ref={own} className="theirs" data-own="1" /> }))
    const element = find('#root')
    expect([element.tagName, element.dataset.own, element.dataset.part]).toEqual(['ARTICLE', '1', name])
    expect([...element.classList]).toEqual(expect.arrayContaining([`licet-${name}`, 'mine', 'theirs']))
    expect([ref.current, own.current]).toEqual([element, element])
  })
})

describe('a link', () => {
  it('takes an element of the host app as its root', async () => {
    await show(<ConsentLink href="/permission" render={<a href="/permission">My data</a>} />)
    const link = find<HTMLAnchorElement>('.licet-link')
    expect([link.tagName, link.textContent, link.getAttribute('href')]).toEqual(['A', 'My data', '/permission'])
  })
})
