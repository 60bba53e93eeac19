import type { ReactElement, ReactNode } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import type { Translator } from '../../locales/format/translator.ts'

/** Until when, by the calendar of the terms. */
export function formatDuration(expiry: string | null | undefined, t: Translator): string {
  return expiry ? t.text('summary.duration.until', { date: t.date(expiry, 'UTC') }) : t.text('summary.duration.none')
}

/** What the person gets, in the words of the agreement. */
export function formatReward({ compensation, locale }: Agreement, t: Translator): ReactNode {
  return compensation === null ? t.text('summary.reward.none') : <AgreementText text={compensation} locale={locale} />
}

/** Words of the agreement on a line of the interface, which may be in another language; as a block they would give the line their direction. */
export function AgreementText({ text, locale }: { readonly text: string; readonly locale: string }): ReactElement {
  return (
    <span>
      <bdi lang={locale}>{text}</bdi>
    </span>
  )
}
