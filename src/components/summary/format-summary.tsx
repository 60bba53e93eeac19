import type { ReactElement, ReactNode } from 'react'
import type { AfterWithdrawal, Agreement } from '../../core/agreement.ts'
import { directionOf, directionOfText } from '../../core/direction.ts'
import type { Duration } from '../../core/duration.ts'
import { lastDayOf } from '../../core/last-day.ts'
import { textIn } from '../../core/localized-text.ts'
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

/** Formats the optional answers of an agreement, below the line of the summary that they belong to. */
export function formatAnswers(agreement: Agreement, line: 'reward' | 'duration', t: Translator): ReactElement[] {
  const { afterWithdrawal: after, earlierData, earnedRewards, locale } = agreement
  const answers =
    line === 'reward'
      ? [earnedRewards && t.text(`summary.reward.${earnedRewards}`)]
      : [earlierData && t.text(`summary.data.${earlierData}`), after && formatAfter(after, locale, t)]
  return answers.flatMap((answer, at) =>
    answer
      ? [
          // biome-ignore lint/suspicious/noArrayIndexKey: the answers keep their order
          <p key={at} className="licet-muted">
            {answer}
          </p>,
        ]
      : [],
  )
}

function formatAfter(after: AfterWithdrawal, locale: string, t: Translator): ReactNode {
  if (after === 'deidentified') return t.text('summary.after.deidentified')
  if ('deletedWithin' in after) return t.text('summary.after.deleted', { duration: t.duration(after.deletedWithin) })
  return t
    .parts('summary.after')
    .map((piece) =>
      typeof piece === 'string' ? (
        <span key={piece}>{piece}</span>
      ) : (
        <AgreementText key="text" text={textIn(after.text, locale)} locale={locale} />
      ),
    )
}

/** Text of the agreement inside a line of the interface. Inline, so that its direction does not change the direction of the line. */
export function AgreementText({ text, locale }: { readonly text: string; readonly locale: string }): ReactElement {
  return (
    <span>
      <bdi lang={locale} dir={directionOfText(text, directionOf(locale))}>
        {text}
      </bdi>
    </span>
  )
}
