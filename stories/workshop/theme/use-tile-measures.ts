import { useEffect, useState } from 'react'
import { choiceDifferences } from '../../../test/fixtures/choice-differences.ts'
import { lowestContrast } from './lowest-contrast.ts'

/** What is measured in the page of a screen. */
export interface TileMeasures {
  /** The lowest contrast of its text. `undefined`: it has no text yet. */
  readonly contrast: number | undefined
  /** What differs between Agree and Decline. `undefined`: it has no choice. */
  readonly differences: readonly string[] | undefined
}

/** Measures the page of a screen again after each change of it. */
export function useTileMeasures(page: Document | undefined): TileMeasures {
  const [measures, setMeasures] = useState<TileMeasures>({ contrast: undefined, differences: undefined })
  useEffect(() => {
    const view = page?.defaultView
    if (!page || !view) return undefined
    let frame = 0
    const measure = () => {
      const [accept, decline] = ['accept', 'decline'].map((part) => page.querySelector(`[data-part="${part}"]`))
      const differences = accept && decline ? choiceDifferences(accept, decline) : undefined
      const next = { contrast: lowestContrast(page), differences }
      setMeasures((last) => (isSame(last, next) ? last : next))
    }
    const plan = () => {
      cancelAnimationFrame(frame)
      // After the layout of this frame.
      frame = requestAnimationFrame(measure)
    }
    const observer = new view.MutationObserver(plan)
    observer.observe(page.documentElement, { subtree: true, childList: true, attributes: true })
    const resized = new view.ResizeObserver(plan)
    resized.observe(page.body)
    // Style sheets of the copied page can arrive late, and a color can change over some time.
    const events = ['load', 'transitionend', 'animationend']
    for (const event of events) page.addEventListener(event, plan, true)
    plan()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      resized.disconnect()
      for (const event of events) page.removeEventListener(event, plan, true)
    }
  }, [page])
  return measures
}

function isSame(one: TileMeasures, other: TileMeasures): boolean {
  return one.contrast === other.contrast && one.differences?.join() === other.differences?.join()
}
