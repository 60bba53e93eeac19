'use client'

import { useCallback } from 'react'
import { useHash } from '../../react/hooks/use-terms.ts'
import type { ConsentView } from '../../react/store/consent-view.ts'
import { useSelected } from '../../react/store/use-selected.ts'

/** What the person agreed to, as a form shows and sends it. */
export interface AgreementFacts {
  /** When the person agreed: RFC 3339, or milliseconds since the epoch. `undefined` when they have not agreed. */
  readonly date: string | number | undefined
  /** SHA3-256 of the terms that the person agreed to, base64url. */
  readonly termsHash: string | undefined
  /** When what the person agreed to ends: RFC 3339. `undefined` without an end. */
  readonly expiry: string | undefined
  /** The person kept an older agreement, so the facts of the current one do not apply. */
  readonly isOutdated: boolean
}

const NOTHING = { date: undefined, expiry: undefined, termsHash: undefined, text: '', isOutdated: false }

/** Returns what the person agreed to: the license, or the agreement that waits for the network. */
export function useAgreement(hasAgreed: boolean): AgreementFacts {
  const { text, ...facts } = useSelected(
    useCallback(
      ({ client: { license, pending, change } }: ConsentView) => {
        if (!hasAgreed) return NOTHING
        const isOutdated = change !== undefined
        if (pending?.kind === 'create') {
          const { terms = '', expiry } = pending.agreed ?? {}
          return { date: pending.since, expiry, termsHash: undefined, text: terms, isOutdated }
        }
        return { date: license?.timestamp, expiry: license?.expiry, termsHash: license?.termsHash, text: '', isOutdated }
      },
      [hasAgreed],
    ),
  )
  const hash = useHash(text)
  return { ...facts, termsHash: facts.termsHash ?? hash }
}
