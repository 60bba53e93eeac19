import { cleanup, render } from '@testing-library/react'
import { Activity, type ReactNode, useRef, useState } from 'react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ConsentProvider,
  type ReadingMode,
  type UseObscuredResult,
  type UseReadingProgressResult,
  useObscured,
  useReadingProgress,
} from '../../../src/react/index.ts'
import { configOf, mount, newPerson, screen, service } from '../../fixtures/react-harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

const hands: { reading?: UseReadingProgressResult; obscured?: UseObscuredResult } = {}

function Reader({ mode, lines }: { readonly mode: ReadingMode; readonly lines: number }): ReactNode {
  const region = useRef<HTMLDivElement>(null)
  hands.reading = useReadingProgress(region, { mode })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard (experience 17).
    <section ref={region} aria-label="Terms" tabIndex={0} style={{ height: 200, overflowY: 'auto' }}>
      <div style={{ height: lines * 20 }}>text</div>
      <div ref={hands.reading.endRef} tabIndex={-1} data-testid="end" style={{ height: 1 }} />
    </section>
  )
}

describe('experience 7: reading', () => {
  it('refuses Accept and reports it while it is required, and never Decline', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={500} />)
    await app.state('reading-required')
    expect(await app.consent().accept()).toBe('reading-required')
    await expect.poll(() => app.consent().missing).toEqual([{ what: 'reading', part: 'terms-end' }])
    expect(service.requests.filter(({ path }) => path === '/license/create')).toEqual([])
    app.consent().decline()
    await app.state('declined')
  })

  it('is done at the end of the text, and then nothing is missing', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={500} />)
    await app.state('reading-required')
    await app.consent().accept()
    const region = screen.getByRole('region', { name: 'Terms' })
    region.scrollIntoView()
    region.scrollTop = 2500
    await expect.poll(() => hands.reading?.progress).toBeGreaterThan(0.2)
    expect(hands.reading?.isDone).toBe(false)
    region.scrollTop = region.scrollHeight
    await app.state('ready')
    expect(app.consent().missing).toEqual([])
    expect(hands.reading).toMatchObject({ progress: 1, isDone: true })
    expect(await app.consent().accept()).toBe('licensed')
  })

  it('can be done by keyboard', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={500} />)
    await app.state('reading-required')
    screen.getByRole('region', { name: 'Terms' }).focus()
    await userEvent.keyboard('{End}')
    await app.state('ready')
  })

  // Regression: the progress of a region that was not there at the first render stayed at 0.
  it('is measured in a region that appears later, and in one that replaces it', async () => {
    function LateReader({ place }: { readonly place: string }): ReactNode {
      const region = useRef<HTMLDivElement>(null)
      const { progress, endRef } = useReadingProgress(region)
      return (
        <>
          <output data-testid="progress">{progress}</output>
          {place !== '' && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard (experience 17).
            <section key={place} ref={region} aria-label={place} tabIndex={0} style={{ height: 200, overflowY: 'auto' }}>
              <div style={{ height: 10_000 }}>text</div>
              <div ref={endRef} tabIndex={-1} style={{ height: 1 }} />
            </section>
          )}
        </>
      )
    }
    const page = (place: string) => (
      <ConsentProvider config={configOf(newPerson())}>
        <LateReader place={place} />
      </ConsentProvider>
    )
    const { rerender } = render(page(''))
    for (const place of ['first', 'second']) {
      rerender(page(place))
      const region = screen.getByRole('region', { name: place })
      region.scrollTop = 0
      await expect.poll(() => Number(screen.getByTestId('progress').textContent)).toBe(0)
      region.scrollTop = 4900
      await expect.poll(() => Number(screen.getByTestId('progress').textContent)).toBeGreaterThan(0.4)
    }
  })

  it('is done when the end gets the focus, as with a screen reader', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={500} />)
    await app.state('reading-required')
    screen.getByTestId('end').focus({ preventScroll: true })
    await app.state('ready')
  })

  it('is done immediately for a short text', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={2} />)
    screen.getByRole('region', { name: 'Terms' }).scrollIntoView()
    await app.state('ready')
  })

  // Regression: all readings shared one flag, and the last one that was mounted or unmounted set it.
  it('stays required when another reading is mounted and unmounted', async () => {
    const show: { other?: (on: boolean) => void } = {}
    const Other = (): ReactNode => {
      const [on, setOn] = useState(false)
      show.other = setOn
      return on && <Reader mode="tracked" lines={500} />
    }
    const app = mount(
      { config: configOf(newPerson()) },
      <>
        <Other />
        <Reader mode="required" lines={500} />
      </>,
    )
    await app.state('reading-required')
    for (const on of [true, false]) {
      show.other?.(on)
      await expect.poll(() => screen.getAllByTestId('end')).toHaveLength(on ? 2 : 1)
      expect(await app.consent().accept()).toBe('reading-required')
    }
    screen.getByTestId('end').focus()
    await app.state('ready')
  })

  it('is done when both of two required texts are read', async () => {
    const app = mount(
      { config: configOf(newPerson()) },
      <>
        <Reader mode="required" lines={500} />
        <Reader mode="required" lines={500} />
      </>,
    )
    await app.state('reading-required')
    const [first, second] = screen.getAllByTestId('end')
    first?.focus({ preventScroll: true })
    expect(await app.consent().accept()).toBe('reading-required')
    second?.focus({ preventScroll: true })
    await app.state('ready')
  })

  it('refuses nothing when it is only tracked', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Reader mode="tracked" lines={500} />)
    await app.state('ready')
    expect(hands.reading?.isDone).toBe(false)
    expect(await app.consent().accept()).toBe('licensed')
  })
})

describe('H5: useObscured', () => {
  function Watched({ children, style }: { readonly children?: ReactNode; readonly style?: React.CSSProperties }): ReactNode {
    hands.obscured = useObscured()
    return (
      <div style={{ position: 'relative', ...style }}>
        <div ref={hands.obscured.ref} style={{ width: 200, height: 50, background: 'white' }}>
          decision
        </div>
        {children}
      </div>
    )
  }
  const cover: React.CSSProperties = { position: 'absolute', inset: 0, background: 'red' }

  it('reports false for a visible decision', async () => {
    render(<Watched />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
  })

  it('reports an overlay, and its removal', async () => {
    const { rerender } = render(<Watched />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
    rerender(
      <Watched>
        <div style={{ ...cover, pointerEvents: 'none', opacity: 0.9 }} />
      </Watched>,
    )
    await expect.poll(() => hands.obscured?.isObscured()).toBe(true)
    rerender(<Watched />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
  })

  // Regression: a decision that is not fully in view was not checked, so a frame that was one pixel too low hid an attack.
  it('reports an overlay and an opacity over a decision in a frame that the outer page cuts', async () => {
    expect(window).not.toBe(window.top)
    const cut: React.CSSProperties = { overflow: 'hidden', height: 45 }
    const { rerender } = render(<Watched style={cut} />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
    rerender(
      <Watched style={cut}>
        <div style={{ ...cover, pointerEvents: 'none', opacity: 0.9 }} />
      </Watched>,
    )
    await expect.poll(() => hands.obscured?.isObscured()).toBe(true)
    rerender(<Watched style={cut} />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
    rerender(<Watched style={{ ...cut, opacity: 0.01 }} />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(true)
  })

  it.each([
    ['opacity', { opacity: 0.1 }],
    ['a filter', { filter: 'blur(3px)' }],
    ['a distortion', { transform: 'scale(0.5)' }],
  ])('sees %s on what holds the decision', async (_, style) => {
    render(<Watched style={style} />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(true)
  })

  // Regression: an effect disconnected what only the ref connects. StrictMode of React 18 runs effects without refs, as this test does.
  it('keeps observing when effects run again for the same element, and stops when the element is removed', async () => {
    const disconnect = vi.spyOn(IntersectionObserver.prototype, 'disconnect')
    const show: { decision?: (ref: () => UseObscuredResult['ref'] | undefined) => void } = {}
    const Owner = (): ReactNode => {
      hands.obscured = useObscured()
      return null
    }
    const Decision = (): ReactNode => {
      const [ref, setRef] = useState<UseObscuredResult['ref']>()
      show.decision = setRef
      return ref === undefined ? null : <div ref={ref}>decision</div>
    }
    const tree = (mode: 'visible' | 'hidden') => (
      <>
        <Activity mode={mode}>
          <Owner />
        </Activity>
        <Decision />
      </>
    )
    const { rerender } = render(tree('visible'))
    show.decision?.(() => hands.obscured?.ref)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
    rerender(tree('hidden'))
    rerender(tree('visible'))
    expect(disconnect).not.toHaveBeenCalled()
    show.decision?.(() => undefined)
    await expect.poll(() => disconnect.mock.calls).toHaveLength(1)
    expect(hands.obscured?.isObscured()).toBe(undefined)
    disconnect.mockRestore()
  })

  it('accepts a translated ancestor, and reports an overlay inside of it', async () => {
    const moved = { transform: 'translateX(20px)' }
    const { rerender } = render(<Watched style={moved} />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
    rerender(
      <Watched style={moved}>
        <div style={{ ...cover, pointerEvents: 'none' }} />
      </Watched>,
    )
    await expect.poll(() => hands.obscured?.isObscured()).toBe(true)
  })

  // Extensions for dark pages, pages that fade in and scaled designs do this. The text stays legible, and the person could not remove it.
  it.each([
    ['inverted colors', { filter: 'invert(1) hue-rotate(180deg)' }],
    ['grays', { filter: 'grayscale(1)' }],
    ['the end of a fade', { opacity: 0.99 }],
    ['a mild scale', { transform: 'scale(0.9)' }],
  ])('reports undefined, and so refuses nothing, below %s', async (_, style) => {
    const { rerender } = render(<Watched />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
    rerender(<Watched style={style} />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(undefined)
  })
})
