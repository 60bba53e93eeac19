'use client'

import type { ReactElement } from 'react'
import { useInnerParts } from '../kit/use-inner-parts.ts'

/** Placeholder of the terms while they load, of the same size, so that nothing moves when they arrive. */
export function TermsSkeleton({ label }: { readonly label: string }): ReactElement {
  const part = useInnerParts()
  return <div {...part('skeleton')} role="img" aria-label={label} />
}
