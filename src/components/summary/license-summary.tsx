'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type ReactNode, useId, useMemo } from 'react'
import type { Purpose } from '../../core/agreement.ts'
import { includedPurposes } from '../../core/included-purposes.ts'
import { WILDCARD } from '../../core/words.ts'
import { formatData, formatRecipients } from '../../locales/format/format-license.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { useChosen } from '../../react/store/use-chosen.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { formatAnswers, formatDuration, formatReward } from './format-summary.tsx'
import { type ReadableAgreement, readablePurposes } from './readable-purposes.ts'
import { SUMMARY_LINES, type SummaryLineDataAttributes, type SummaryLineName } from './summary-data-attributes.ts'

/** Props of {@link LicenseSummary}. */
export interface LicenseSummaryProps extends PartProps<'section'> {
  /** The agreement to summarize. */
  readonly agreement: ReadableAgreement
  /**
   * The optional use cases that are turned on. Default: none. With `onChoose`, the default is what the person has chosen in this provider,
   * and only the lines that change render again.
   */
  readonly granted?: ReadonlySet<string> | undefined
  /** Called when the person turns an optional purpose on or off. Without it the purposes have no toggles. */
  readonly onChoose?: ((usecase: string, on: boolean) => void) | undefined
  /** Level of the heading. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
}

/**
 * A short summary of the agreement: the data, the reward, the end and the recipients, then the purposes.
 *
 * It reads the same value that the terms and the signed license are made from, so the three cannot differ.
 *
 * @example
 * <LicenseSummary agreement={agreement} />
 */
export const LicenseSummary = forwardRef(function LicenseSummary(
  props: LicenseSummaryProps,
  ref: ForwardedRef<HTMLElement>,
): ReactElement {
  const { agreement, granted, onChoose, headingLevel = 3, ...rest } = props
  const part = useInnerParts()
  const t = useText(agreement)
  const id = useId()
  const [root, children, renderRoot] = usePart('summary', rest, ref)
  const Heading = `h${headingLevel}` as const
  const company = agreement.company.name
  const purposes = useMemo(() => readablePurposes(agreement, t), [agreement, t])
  const lines: Readonly<Record<SummaryLineName, ReactNode>> = {
    data: formatData(agreement.tags, t),
    reward: (
      <>
        <span>{formatReward(agreement, t)}</span>
        {formatAnswers(agreement, 'reward', t)}
      </>
    ),
    duration: (
      <>
        <span>{formatDuration(agreement.expiry, t)}</span>
        {formatAnswers(agreement, 'duration', t)}
      </>
    ),
    recipients: (
      <Recipients purposes={purposes} granted={granted ?? (onChoose === undefined ? NONE : 'live')} company={company} t={t} />
    ),
  }
  const body = (
    <>
      <Heading id={id} {...part('summary-title', 'licet-visually-hidden')}>
        {t.text('summary.label')}
      </Heading>
      <dl {...part('summary-lines')}>
        {SUMMARY_LINES.map((line) => (
          <div key={line} {...({ 'data-line': line } satisfies SummaryLineDataAttributes)}>
            <dt>
              <Icon name={line} />
              <span>{t.text(`summary.${line}`)}</span>
            </dt>
            <dd>{lines[line]}</dd>
          </div>
        ))}
      </dl>
      <PurposeList
        purposes={purposes}
        granted={granted}
        onChoose={onChoose}
        company={company}
        recipients="auto"
        headingLevel={headingLevel === 6 ? 6 : ((headingLevel + 1) as 3 | 4 | 5 | 6)}
      />
      {children}
    </>
  )
  return renderRoot('section', { 'aria-labelledby': id, ...root, children: body }, undefined)
})

const NONE: ReadonlySet<string> = new Set()

function hostsOf(purposes: readonly Purpose[]): readonly string[] {
  return purposes.flatMap(({ destinations }) => destinations)
}

/** The recipients of the necessary purposes and of those that are turned on, then the recipients of the choices that are off. */
function Recipients({
  purposes,
  granted,
  company,
  t,
}: {
  readonly purposes: readonly Purpose[]
  readonly granted: ReadonlySet<string> | 'live'
  readonly company: string
  readonly t: Translator
}): ReactNode {
  const text = useChosen(granted, (isOn) => {
    const on = includedPurposes(purposes, isOn)
    // Before the first choice, show every possible recipient.
    return formatRecipients(hostsOf(on.length > 0 ? on : purposes), company, t)
  })
  // A string, so that only a choice that changes it renders.
  const choices = useChosen(granted, (isOn) => {
    const on = includedPurposes(purposes, isOn)
    const known = hostsOf(on)
    const more = on.length > 0 ? hostsOf(purposes).filter((name) => !known.includes(name)) : []
    return known.includes(WILDCARD) || more.length === 0 ? '' : formatRecipients(more, company, t)
  })
  if (choices !== '') {
    return (
      <>
        <span>{text}</span>
        <p className="licet-muted">{t.text('summary.recipients.choice', { recipients: choices })}</p>
      </>
    )
  }
  if (text !== company) return <span>{text}</span>
  return t.parts('summary.recipients.only').map((piece) =>
    typeof piece === 'string' ? (
      <span key={piece} className="licet-muted">
        {piece}
      </span>
    ) : (
      <span key="company">{t.apart(company)}</span>
    ),
  )
}
