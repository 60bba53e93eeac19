'use client'

import { useEffect, useState } from 'react'
import { useAskedElsewhere } from '../surface/use-asked-elsewhere.ts'
import { useCause } from '../surface/use-cause.ts'
import type { SurfaceConsent } from '../surface/use-surface-consent.ts'

/** View of the settings: a new choice, a withdrawal, the license in force, a license that waits for the network, or no license. */
export type SettingsView = 'choosing' | 'withdrawing' | 'licensed' | 'queued' | 'none'

/** Result of {@link useSettingsView}. */
export interface UseSettingsViewResult {
  readonly view: SettingsView
  /** The person decided in the settings, so the outcome is announced here: the live region of the inner screen is gone. */
  readonly hasDecided: boolean
  /** Shows the request, for a new choice. */
  readonly review: () => void
}

/** Returns the view of the settings. A question opens only when the person asks to see it. */
export function useSettingsView(consent: SurfaceConsent, isLicensed: boolean): UseSettingsViewResult {
  const { status, reason, isAsking, reopen } = consent
  const isAskedElsewhere = useAskedElsewhere((question) => question === 'change', true)
  const isOpenedHere = useCause() === 'here'
  const [hasDecided, setDecided] = useState(false)
  const asks = isAsking || status === 'submitting'
  // An error that follows a decision is shown beside the choices that it is about.
  const isChoosing = asks && !isAskedElsewhere && (isOpenedHere || reason === 'change' || status === 'submit-error')
  const isOutcome = status === 'queued' || status === 'licensed' || status === 'declined'
  useEffect(() => {
    if (isChoosing) setDecided(true)
    else if (!isOutcome) setDecided(false)
  }, [isChoosing, isOutcome])
  return {
    view: toView(),
    hasDecided: hasDecided && !isChoosing,
    review: reopen,
  }

  function toView(): SettingsView {
    if (isChoosing) return 'choosing'
    if (status === 'withdrawing' || status === 'withdrawn') return 'withdrawing'
    if (isLicensed) return 'licensed'
    return status === 'queued' ? 'queued' : 'none'
  }
}
