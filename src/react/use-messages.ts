'use client'

import { LicetError } from '../core/errors.ts'
import type { Messages } from '../locales/format/messages.ts'
import { useProviderSettings } from './context.ts'

/**
 * The texts of the interface in the language of the provider.
 *
 * @param fallback What to use when the provider was given none; the parts of the kit bring English.
 * @throws {LicetError} `invalid_configuration` when there is neither.
 */
export function useMessages(fallback?: Messages): Messages {
  const messages = useProviderSettings().messages ?? fallback
  if (messages !== undefined) return messages
  throw new LicetError(
    'invalid_configuration',
    'There are no texts for the interface. Without them nothing can be asked. Give ConsentProvider messages, such as those of licet/locales/en.',
    { field: 'messages' },
  )
}
