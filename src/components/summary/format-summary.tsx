import type { ReactElement, ReactNode } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import type { Translator } from '../../locales/format/translator.ts'

/** Formats the end of a license. The date counts in UTC, as in the terms. */
export function formatDuration(expiry: string | null | undefined, t: Translator): string {
  return expiry ? t.text('summary.duration.until', { date: t.date(expiry, 'UTC') }) : t.text('summary.duration.none')
}

/** Formats the reward, in the words of the agreement. */
export function formatReward({ compensation, locale }: Agreement, t: Translator): ReactNode {
  return compensation === null ? t.text('summary.reward.none') : <AgreementText text={compensation} locale={locale} />
}

/** Text of the agreement inside a line of the interface. Inline, so that its direction does not change that of the line. */
export function AgreementText({ text, locale }: { readonly text: string; readonly locale: string }): ReactElement {
  return (
    <span>
      <bdi lang={locale}>{text}</bdi>
    </span>
  )
}
