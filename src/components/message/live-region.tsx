'use client'

import type { ReactElement, Ref } from 'react'
import { useMergedRef } from '../kit/use-merged-ref.ts'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { useRoot } from '../kit/use-root.ts'

/** Props of {@link LiveRegion}. */
export interface LiveRegionProps {
  /** The text that a screen reader announces once when it changes. */
  readonly children: string
  /** Ref to the region. With it the region can take focus, for an action that removes all other focusable elements. */
  readonly regionRef?: Ref<HTMLDivElement> | undefined
}

/**
 * The one polite live region of a screen, visually hidden.
 *
 * Render it from the start: screen readers often skip a region that appears together with its text.
 */
export function LiveRegion({ children, regionRef }: LiveRegionProps): ReactElement {
  const root = useRoot('live', {})
  const ref = useMergedRef([regionRef, useOwnPlace()])
  return (
    <div {...root} ref={ref} tabIndex={regionRef ? -1 : undefined} role="status" aria-live="polite" aria-atomic="true">
      {children}
    </div>
  )
}
