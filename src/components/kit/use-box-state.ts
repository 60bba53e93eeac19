'use client'

import { type RefObject, useRef } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'

/**
 * Returns a ref that keeps a controlled checkbox equal to its state.
 *
 * React sets `checked` when it renders, and listens for presses only. A form reset, a page that the browser restores and autofill change the
 * box in other ways. None of them is an act of the person, so the box returns to the state.
 */
export function useBoxState(isOn: boolean): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null)
  useIsomorphicLayoutEffect(() => {
    const box = ref.current
    // A form reset sets the default. React 19 resets a form after its action.
    const follow = () => {
      if (box) box.checked = box.defaultChecked = isOn
    }
    follow()
    // After a press, React has rendered the new state by now.
    box?.addEventListener('change', follow)
    return () => box?.removeEventListener('change', follow)
  }, [isOn])
  return ref
}
