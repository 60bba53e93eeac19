'use client'

import type { ReactElement, ReactNode } from 'react'
import type { License } from '../../core/license.ts'
import { directionOf } from '../../locales/format/translator.ts'
import { useConsent } from '../../react/use-consent.ts'
import { Icon } from '../kit/icons.tsx'
import { useText } from '../kit/text.ts'

/** What comes after agreeing, beside the receipt: what the person gets, until when, how to withdraw. */
export function NextLines({ license }: { readonly license: License | undefined }): ReactElement {
  const agreement = useConsent((consent) => consent.agreement)
  const t = useText()
  const { compensation, locale } = agreement
  const lines: readonly (readonly ['reward' | 'duration' | 'withdrawal', ReactNode])[] = [
    [
      'reward',
      compensation === null ? (
        t.text('summary.reward.none')
      ) : (
        <span key="reward" lang={locale} dir={directionOf(locale)}>
          {compensation}
        </span>
      ),
    ],
    [
      'duration',
      license?.expiry === undefined
        ? t.text('summary.duration.none')
        : t.text('summary.duration.until', { date: t.date(license.expiry) }),
    ],
    ['withdrawal', t.text('summary.withdrawal.how')],
  ]
  return (
    <dl data-part="summary-lines">
      {lines.map(([line, value]) => (
        <div key={line} data-line={line}>
          <dt>
            <Icon name={line} />
            {t.text(`summary.${line}`)}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
