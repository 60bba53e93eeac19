'use client'

import type { ReactElement } from 'react'
import { Icon } from './icons.tsx'
import { useInnerParts } from './use-inner-parts.ts'
import { useText } from './use-text.ts'

/** Props of {@link CloseButton}. */
export interface CloseButtonProps {
  /** A decision is open: the label then states that closing decides nothing. */
  readonly isAsking?: boolean
  readonly onClick: () => void
}

/** The button in the corner of a dialog. */
export function CloseButton({ isAsking, onClick }: CloseButtonProps): ReactElement {
  const part = useInnerParts()
  const t = useText()
  return (
    <button type="button" {...part('close')} aria-label={t.text(isAsking ? 'screen.close' : 'action.close')} onClick={onClick}>
      <Icon name="close" />
    </button>
  )
}
