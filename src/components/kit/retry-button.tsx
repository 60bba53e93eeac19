'use client'

import type { ReactElement } from 'react'
import { useInnerParts } from './use-inner-parts.ts'
import { useText } from './use-text.ts'

/** The button "Try again". */
export function RetryButton({ onClick }: { readonly onClick: () => void }): ReactElement {
  const part = useInnerParts()
  const t = useText()
  return (
    <button type="button" {...part('action')} onClick={onClick}>
      {t.text('action.retry')}
    </button>
  )
}
