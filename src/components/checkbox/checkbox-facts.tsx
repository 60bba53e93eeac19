'use client'

import { type ReactElement, useMemo } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import { formatData } from '../../locales/format/format-license.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useText } from '../kit/use-text.ts'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { isUnreadable } from '../request/is-unreadable.ts'
import { FactLines, type LicenseFact } from '../status/license-facts.tsx'
import { formatDuration, formatReward } from '../summary/format-summary.tsx'
import { readablePurposes } from '../summary/readable-purposes.ts'

/** Props of {@link CheckboxFacts}. */
export interface CheckboxFactsProps {
  /** Shows what the data is for, with a choice for each optional purpose. */
  readonly hasPurposes: boolean
  /** Level of the headings of the groups. */
  readonly headingLevel: 2 | 3 | 4 | 5
  /** What the person agreed to: no purpose has a toggle, and each shows whether it is on, once that is known. `undefined` while they are asked. */
  readonly agreed: { readonly expiry: Agreement['expiry'] | undefined } | undefined
}

/** What the person reads before the terms: the data, the reward and the end, then the purposes where the form offers them. */
export function CheckboxFacts({ hasPurposes, headingLevel, agreed }: CheckboxFactsProps): ReactElement | null {
  const agreement = useConsent((consent) => consent.agreement)
  const choose = useConsent((consent) => consent.choose)
  // A choice that is still open renders only its own purpose.
  const granted = useConsent((consent) => (agreed && consent.status !== 'checking' ? consent.granted : undefined))
  const t = useText()
  const { tags, company, expiry } = agreement
  // Without the template: the terms below have its explanations.
  const named = useMemo(() => {
    const { template: _, ...facts } = agreement
    return readablePurposes(facts, t)
  }, [agreement, t])
  if (isUnreadable(agreement)) return null
  const facts: LicenseFact[] = [
    ['data', t.text('summary.data'), formatData(tags, t)],
    ['reward', t.text('summary.reward'), formatReward(agreement, t)],
    ['duration', t.text('summary.duration'), formatDuration(agreed ? agreed.expiry : expiry, t)],
  ]
  return (
    <>
      <FactLines facts={facts} />
      {hasPurposes && (
        <PurposeList
          purposes={named}
          company={company.name}
          granted={granted}
          onChoose={agreed ? undefined : choose}
          headingLevel={headingLevel}
        />
      )}
    </>
  )
}
