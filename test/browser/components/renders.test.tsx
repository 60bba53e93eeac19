import './watch-renders.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen, ConsentSettings, Decision, LicenseSummary, TermsDocument } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { ConsentProvider, useConsent, useTerms } from '../../../src/react/index.ts'
import { agreement, configOf, newPerson, service } from '../../fixtures/react-harness.tsx'
import { takeRenders } from '../../fixtures/watch-renders.ts'

afterEach(cleanup)
afterAll(() => service.close())

const SAME = ['retargeting', 'support'] as const

/** Shows a screen whose optional purposes go to these recipients, and waits until it is complete. */
async function open(part: ReactNode, [first, second] = ['acme.example', 'acme.example']): Promise<HTMLInputElement[]> {
  const purposes = [
    { usecase: 'analytics' as const, destinations: ['acme.example'], necessary: true },
    { usecase: SAME[0], destinations: [first ?? ''] },
    { usecase: SAME[1], destinations: [second ?? ''] },
  ]
  const events: string[] = []
  render(
    <ConsentProvider
      config={configOf(newPerson(), { agreement: { ...agreement, purposes } })}
      onEvent={({ type }) => events.push(type)}
    >
      {part}
    </ConsentProvider>,
  )
  // The event comes when the terms are on screen and hashed, so no further renders follow.
  await expect.poll(() => events).toEqual(['shown'])
  await frames()
  takeRenders()
  return [...document.querySelectorAll('input')]
}

/** Returns the components that render when this purpose is pressed. */
async function press(box: HTMLInputElement | undefined): Promise<readonly string[]> {
  if (box === undefined) throw new Error('There is no such choice.')
  const before = box.checked
  await userEvent.click(box)
  await frames()
  expect(box.checked).toBe(!before)
  // The press may scroll the page, which the reading progress follows.
  return takeRenders().filter((name) => name !== 'ReadingProgress')
}

function frames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** A custom screen from single parts. */
function OwnScreen(): ReactNode {
  const { agreement, choose, accept, decline, canAccept } = useConsent(({ agreement, choose, accept, decline, canAccept }) => ({
    agreement,
    choose,
    accept,
    decline,
    canAccept,
  }))
  const { text, locale, tree } = useTerms()
  return (
    <>
      <LicenseSummary agreement={agreement} onChoose={choose} />
      <TermsDocument text={text} locale={locale} tree={tree} />
      <Decision acceptable={canAccept} onAccept={() => accept()} onDecline={decline} />
    </>
  )
}

/** The terms elsewhere on the page. */
function Showing(): ReactNode {
  return useTerms().text
}

/** A screen that gets its choices from the host app. */
function HandingScreen(): ReactNode {
  const { agreement, granted, choose } = useConsent()
  useTerms()
  return <LicenseSummary agreement={agreement} granted={granted} onChoose={choose} />
}

describe('a change of one purpose', () => {
  it.each(['page', 'dialog', 'inline'] as const)('renders only that purpose on a screen with the surface %s', async (surface) => {
    const [first, second] = await open(<ConsentScreen surface={surface} />)
    expect(await press(first)).toEqual(['PurposeItem'])
    expect(document.querySelector('.licet-screen')?.getAttribute('data-state')).toBe('choosing')
    expect(await press(second)).toEqual(['PurposeItem'])
    expect(await press(second)).toEqual(['PurposeItem'])
    expect(await press(first)).toEqual(['PurposeItem'])
    expect(document.querySelector('.licet-screen')?.getAttribute('data-state')).toBe('ready')
  })

  it('renders only that purpose in the settings', async () => {
    await open(
      <>
        <Showing />
        <ConsentSettings />
      </>,
    )
    await userEvent.click(screen.getByRole('button', { name: en['settings.review'] }))
    await expect.poll(() => document.querySelector('[data-part="accept"]')).not.toBeNull()
    await frames()
    takeRenders()
    const [first, second] = document.querySelectorAll('input')
    expect(await press(first)).toEqual(['PurposeItem'])
    expect(await press(second)).toEqual(['PurposeItem'])
    expect(document.querySelector('.licet-settings')?.getAttribute('data-state')).toBe('choosing')
  })

  it('renders the recipients as well when they change', async () => {
    const [first, second] = await open(<ConsentScreen />, ['ads.example', 'acme.example'])
    expect(await press(first)).toEqual(['Recipients', 'PurposeItem'])
    expect(document.querySelector('[data-line="recipients"] dd')?.textContent).toBe('Acme and ads.example')
    expect(await press(second)).toEqual(['PurposeItem'])
  })

  it('renders only that purpose in a custom screen', async () => {
    const [first, second] = await open(<OwnScreen />)
    expect(await press(first)).toEqual(['PurposeItem'])
    expect(await press(second)).toEqual(['PurposeItem'])
  })

  it('renders only that purpose when the host app passes the choices', async () => {
    const [first, second] = await open(<HandingScreen />)
    for (const box of [first, second]) {
      expect((await press(box)).filter((name) => name === 'PurposeItem')).toHaveLength(1)
    }
  })

  it('renders a root that depends on the state, and nothing else on the screen', async () => {
    const drawn: string[] = []
    const [first, second] = await open(
      <ConsentScreen
        render={({ ref: _, ...props }, state) => {
          drawn.push(state)
          return <section {...props} />
        }}
      />,
    )
    expect(await press(first)).not.toContain('Ask')
    expect(drawn.at(-1)).toBe('choosing')
    expect(await press(second)).toEqual(['PurposeItem'])
  })
})
