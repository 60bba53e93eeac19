import { useEffect, useState } from 'react'
import { choiceDifferences } from '../../../test/fixtures/choice-differences.ts'

/** Returns what differs between Agree and Decline in a page, measured again after each change of it. `undefined`: it has no choice. */
export function useChoiceDifferences(page: Document | undefined): readonly string[] | undefined {
  const [differences, setDifferences] = useState<readonly string[]>()
  useEffect(() => {
    const view = page?.defaultView
    if (!page || !view) return undefined
    let frame = 0
    const measure = () => {
      const [accept, decline] = ['accept', 'decline'].map((part) => page.querySelector(`[data-part="${part}"]`))
      const next = accept && decline ? choiceDifferences(accept, decline) : undefined
      setDifferences((last) => (last?.join() === next?.join() ? last : next))
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
    // Style sheets of the copied page can arrive late.
    page.addEventListener('load', plan, true)
    plan()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      resized.disconnect()
      page.removeEventListener('load', plan, true)
    }
  }, [page])
  return differences
}
