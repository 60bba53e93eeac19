'use client'

import type { ReactElement, Ref } from 'react'
import { useRoot } from '../kit/use-root.ts'

/** Props of {@link LiveRegion}. */
export interface LiveRegionProps {
  /** What is said, once, when it changes. */
  readonly children: string
  /** Set on the region, which can then take the focus of an act that leaves nothing else on screen. */
  readonly regionRef?: Ref<HTMLDivElement> | undefined
}

/** The one polite live region of a screen. Mounted from the start, because a region that appears with its text is often not read. */
export function LiveRegion({ children, regionRef }: LiveRegionProps): ReactElement {
  const root = useRoot('live', {})
  return (
    <div {...root} ref={regionRef} tabIndex={regionRef ? -1 : undefined} role="status" aria-live="polite" aria-atomic="true">
      {children}
    </div>
  )
}
