import { type RefObject, useEffect, useState } from 'react'

/** How far outside of the view an element counts as near. */
const NEAR = '400px'

/** Returns whether an element is in the view or close to it. */
export function useNear(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), { rootMargin: NEAR })
    if (ref.current !== null) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}
