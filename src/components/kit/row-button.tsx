'use client'

import type { MouseEvent, ReactElement } from 'react'
import type { IconName } from '../../theme/icon-name.ts'
import { Icon } from './icons.tsx'
import { useInnerParts } from './use-inner-parts.ts'

/** Props of {@link RowButton}. */
export interface RowButtonProps {
  readonly icon: IconName
  readonly children: string
  readonly onClick?: ((event: MouseEvent) => void) | undefined
  readonly 'aria-describedby'?: string
}

/** A button that is a row of its list: its label, and an icon at the end. */
export function RowButton({ icon, children, ...attributes }: RowButtonProps): ReactElement {
  const part = useInnerParts()
  return (
    <button type="button" {...part('action')} {...attributes}>
      <span>{children}</span>
      <Icon name={icon} />
    </button>
  )
}
