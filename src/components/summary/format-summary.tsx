import type { ReactElement, ReactNode } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import type { Duration } from '../../core/duration.ts'
import { lastDayOf } from '../../core/last-day.ts'
import type { Translator } from '../../locales/format/translator.ts'

/** Formats the end of a license, or of an agreement before the decision. Names the last whole day in UTC, as the terms do. */
export function formatDuration(expiry: string | Duration | null | undefined, t: Translator): string {
  if (typeof expiry === 'object' && expiry) return t.text('summary.duration.after', { duration: t.duration(expiry) })
  return expiry ? t.text('summary.duration.until', { date: t.date(lastDayOf(expiry), 'UTC') }) : t.text('summary.duration.none')
}

/** Formats the reward, in the words of the agreement. */
export function formatReward({ compensation, locale }: Pick<Agreement, 'compensation' | 'locale'>, t: Translator): ReactNode {
  return compensation === null ? t.text('summary.reward.none') : <AgreementText text={compensation} locale={locale} />
}

/** Text of the agreement inside a line of the interface. Inline, so that its direction does not change the direction of the line. */
export function AgreementText({ text, locale }: { readonly text: string; readonly locale: string }): ReactElement {
  return (
    <span>
      <bdi lang={locale}>{text}</bdi>
    </span>
  )
}
