import { useEffect, useState } from 'react'
import { type MeasuredChoices, measureChoices } from './measure-choices.ts'

/** Measures the choices of a page again after each change of the page. */
export function useMeasured(page: Document | undefined): MeasuredChoices | undefined {
  const [measured, setMeasured] = useState<MeasuredChoices>()
  useEffect(() => {
    const view = page?.defaultView
    if (!page || !view) return undefined
    let frame = 0
    const measure = () => {
      const next = measureChoices(page)
      setMeasured((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
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
  return measured
}
