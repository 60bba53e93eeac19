'use client'

import { LicetError } from '../../core/errors.ts'
import type { Messages } from '../../locales/format/messages.ts'
import { useProviderSettings } from '../provider/context.ts'

/**
 * Returns the words of the interface in the language of the provider.
 *
 * @param fallback Words to use when the provider has no `messages`.
 * @throws {LicetError} `invalid_configuration` when there are no words at all
 * @example
 * const messages = useMessages(en)
 */
export function useMessages(fallback?: Messages): Messages {
  const messages = useProviderSettings().messages ?? fallback
  if (messages !== undefined) return messages
  throw new LicetError(
    'invalid_configuration',
    'There are no words for the interface. Nothing can be asked without them. Pass `messages` to ConsentProvider, for example from licet/locales/en.',
    { field: 'messages' },
  )
}
