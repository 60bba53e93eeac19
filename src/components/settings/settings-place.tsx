'use client'

import { type ReactElement, useMemo } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useHintedState } from '../../react/use-hinted-state.ts'
import { ActiveLicense, type ShownLicense } from './active-license.tsx'

/** As long as most dates. */
const SAMPLE_DATE = '2026-11-23T00:00:00Z'

/**
 * The place of the settings until the license of the device is known: invisible, and as tall as the settings of a license to the whole
 * agreement, so that nothing below moves. Someone who declined or withdrew, by what the server knows, has short settings.
 */
export function SettingsPlace({ headingLevel }: { readonly headingLevel: 2 | 3 | 4 | 5 }): ReactElement | null {
  const { purposes, tags, compensation, expiry } = useConsent((consent) => consent.agreement)
  const hinted = useHintedState()
  const license = useMemo<ShownLicense>(
    () => ({
      timestamp: SAMPLE_DATE,
      tags,
      // The settings show the reward that the terms contain.
      terms: compensation ?? '',
      uses: purposes.map(({ usecase, destinations }) => ({ usecases: [usecase], destinations })),
      ...(expiry === null ? undefined : { expiry: typeof expiry === 'string' ? expiry : SAMPLE_DATE }),
    }),
    [purposes, tags, compensation, expiry],
  )
  if (hinted === 'declined' || hinted === 'withdrawn') return null
  return (
    <div className="licet-place" aria-hidden>
      <ActiveLicense license={license} headingLevel={headingLevel} onReview={doNothing} />
    </div>
  )
}

function doNothing(): void {}
