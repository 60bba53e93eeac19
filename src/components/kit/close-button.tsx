'use client'

import type { ReactElement } from 'react'
import { Icon } from './icons.tsx'
import { useText } from './use-text.ts'

/** Props of {@link CloseButton}. */
export interface CloseButtonProps {
  /** Something is asked, and closing decides nothing of it. */
  readonly asking?: boolean
  readonly onClick: () => void
}

/** The button in the corner of a dialog. */
export function CloseButton({ asking, onClick }: CloseButtonProps): ReactElement {
  const t = useText()
  return (
    <button type="button" data-part="close" aria-label={t.text(asking ? 'screen.close' : 'action.close')} onClick={onClick}>
      <Icon name="close" />
    </button>
  )
}
