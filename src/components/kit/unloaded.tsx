'use client'

import { type ReactElement, useContext } from 'react'
import { SettingsContext } from '../../react/provider/context.ts'

/**
 * The message in place of a part that could not be shown, with a button to try again. It has its own English texts, because the catalog may
 * not be loaded.
 */
export function Unloaded({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const { locale, messages } = useContext(SettingsContext) ?? {}
  return (
    <p data-licet="" role="alert" lang={messages ? locale : 'en'}>
      <span>{messages?.['error.unloaded'] ?? 'A part of this page did not load.'}</span>{' '}
      <button type="button" data-part="action" onClick={onRetry}>
        {messages?.['action.retry'] ?? 'Try again'}
      </button>
    </p>
  )
}
