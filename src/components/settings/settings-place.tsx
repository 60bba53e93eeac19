'use client'

import { type ReactElement, type ReactNode, useMemo } from 'react'
import { useHintedState } from '../../react/hint/use-hinted-state.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { SAMPLE_DATE } from '../kit/sample-date.ts'
import { useText } from '../kit/use-text.ts'
import { WithdrawnMessage } from '../status/withdrawal-message.tsx'
import { ActiveLicense, type ShownLicense } from './active-license.tsx'
import { NoLicense } from './no-license.tsx'

/** Props of {@link SettingsPlace}. */
export interface SettingsPlaceProps {
  readonly headingLevel: 2 | 3 | 4 | 5
  /** The button to the request, and the same as a row. */
  readonly review: ReactNode
  readonly reviewRow: ReactNode
  /** The other buttons after a withdrawal. */
  readonly actions: ReactNode
}

/**
 * The place of the settings until the license of the device is known: invisible, and as tall as what follows, so that nothing below moves.
 * If the hint states that the person declined or withdrew, it has the size of that message. Otherwise it has the size of a license to the
 * whole agreement.
 */
export function SettingsPlace({ headingLevel, review, reviewRow, actions }: SettingsPlaceProps): ReactElement {
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
  const t = useText()
  return (
    <div className="licet-place" aria-hidden>
      {hinted === 'withdrawn' ? (
        <WithdrawnMessage
          heading={t.text('status.withdrawn.title')}
          timestamp={SAMPLE_DATE}
          onSave={doNothing}
          actions={actions}
          review={reviewRow}
        />
      ) : hinted === 'declined' ? (
        <NoLicense review={review} />
      ) : (
        <ActiveLicense license={license} headingLevel={headingLevel} onReview={doNothing} />
      )}
    </div>
  )
}

function doNothing(): void {}
