'use client'

import { type ReactElement, type ReactNode, useState } from 'react'
import type { PartName } from '../../react/provider/part-name.ts'
import { Icon } from './icons.tsx'
import { useInnerParts } from './use-inner-parts.ts'

/** Props of {@link Fold}. */
export interface FoldProps {
  readonly name: PartName
  readonly title: string
  /** Renders the content only once it is open, because it is slow. Default `false`. */
  readonly lazy?: boolean | undefined
  readonly children: ReactNode
}

/** A row that unfolds what is below it. */
export function Fold({ name, title, lazy = false, children }: FoldProps): ReactElement {
  const part = useInnerParts()
  const [wasOpen, setOpened] = useState(!lazy)
  return (
    <details {...part(name, 'licet-fold')} onToggle={() => setOpened(true)}>
      <summary>
        <span>{title}</span>
        <Icon name="chevron" />
      </summary>
      {wasOpen && children}
    </details>
  )
}
