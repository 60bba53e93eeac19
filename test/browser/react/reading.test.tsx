import { cleanup, render } from '@testing-library/react'
import { Activity, type ReactNode, useRef, useState } from 'react'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
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
  it('that is required holds Accept back and says so, never Decline', async () => {
    const bench = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={500} />)
    await bench.state('reading-required')
    expect(await bench.consent().accept()).toBe('reading-required')
    await expect.poll(() => bench.consent().missing).toEqual([{ what: 'reading', part: 'terms-end' }])
    expect(service.requests.filter(({ path }) => path === '/license/create')).toEqual([])
    bench.consent().decline()
    await bench.state('declined')
  })

  it('is done at the end of the text, and what was missing is mended', async () => {
    const bench = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={500} />)
    await bench.state('reading-required')
    await bench.consent().accept()
    const region = screen.getByRole('region', { name: 'Terms' })
    region.scrollIntoView()
    region.scrollTop = 2500
    await expect.poll(() => hands.reading?.progress).toBeGreaterThan(0.2)
    expect(hands.reading?.isDone).toBe(false)
    region.scrollTop = region.scrollHeight
    await bench.state('ready')
    expect(bench.consent().missing).toEqual([])
    expect(hands.reading).toMatchObject({ progress: 1, isDone: true })
    expect(await bench.consent().accept()).toBe('licensed')
  })

  it('is done by keyboard', async () => {
    const bench = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={500} />)
    await bench.state('reading-required')
    screen.getByRole('region', { name: 'Terms' }).focus()
    await userEvent.keyboard('{End}')
    await bench.state('ready')
  })

  it('is done when the end takes the focus, as a screen reader brings it there', async () => {
    const bench = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={500} />)
    await bench.state('reading-required')
    screen.getByTestId('end').focus({ preventScroll: true })
    await bench.state('ready')
  })

  it('of a short text is done at once', async () => {
    const bench = mount({ config: configOf(newPerson()) }, <Reader mode="required" lines={2} />)
    screen.getByRole('region', { name: 'Terms' }).scrollIntoView()
    await bench.state('ready')
  })

  // Cause: all readings shared one mark: the last that came or went wrote it, and Accept was free.
  it('that is required is not undone by another reading that comes and goes', async () => {
    const show: { other?: (on: boolean) => void } = {}
    const Other = (): ReactNode => {
      const [on, setOn] = useState(false)
      show.other = setOn
      return on && <Reader mode="tracked" lines={500} />
    }
    const bench = mount(
      { config: configOf(newPerson()) },
      <>
        <Other />
        <Reader mode="required" lines={500} />
      </>,
    )
    await bench.state('reading-required')
    for (const on of [true, false]) {
      show.other?.(on)
      await expect.poll(() => screen.getAllByTestId('end')).toHaveLength(on ? 2 : 1)
      expect(await bench.consent().accept()).toBe('reading-required')
    }
    screen.getByTestId('end').focus()
    await bench.state('ready')
  })

  it('of two texts that are required is done when both are', async () => {
    const bench = mount(
      { config: configOf(newPerson()) },
      <>
        <Reader mode="required" lines={500} />
        <Reader mode="required" lines={500} />
      </>,
    )
    await bench.state('reading-required')
    const [first, second] = screen.getAllByTestId('end')
    first?.focus({ preventScroll: true })
    expect(await bench.consent().accept()).toBe('reading-required')
    second?.focus({ preventScroll: true })
    await bench.state('ready')
  })

  it('that is only tracked holds nothing back', async () => {
    const bench = mount({ config: configOf(newPerson()) }, <Reader mode="tracked" lines={500} />)
    await bench.state('ready')
    expect(hands.reading?.isDone).toBe(false)
    expect(await bench.consent().accept()).toBe('licensed')
  })
})

describe('hostile H5: the look-out for overlays', () => {
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

  it('sees nothing wrong with a decision in plain view', async () => {
    render(<Watched />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
  })

  it('sees an overlay that comes, and that it is gone', async () => {
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

  // Cause: of a decision that is not wholly in view nothing was told, so a frame a pixel too low made whoever framed the page unseen.
  it('sees, in a frame, an overlay and an opacity over a decision that whoever framed the page has cut', async () => {
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

  // Cause: an effect let go of what only the ref takes up again. StrictMode of React 18 runs the one without the other, as this does.
  it('goes on watching when effects run anew and the element stays, and stops when it goes', async () => {
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

  it('does not call a moved ancestor an attack, and sees an overlay within it', async () => {
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

  // As an extension for dark pages, a page that fades in, or a scaled design does: it stays legible, and nobody could uncover it.
  it.each([
    ['colors turned over', { filter: 'invert(1) hue-rotate(180deg)' }],
    ['grays', { filter: 'grayscale(1)' }],
    ['the end of a fade', { opacity: 0.99 }],
    ['a mild scale', { transform: 'scale(0.9)' }],
  ])('cannot tell, and so holds nothing back, below %s', async (_, style) => {
    const { rerender } = render(<Watched />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(false)
    rerender(<Watched style={style} />)
    await expect.poll(() => hands.obscured?.isObscured()).toBe(undefined)
  })
})
