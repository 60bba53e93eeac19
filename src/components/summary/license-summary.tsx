'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type ReactNode, useId } from 'react'
import type { Agreement, Purpose } from '../../core/agreement.ts'
import { includedPurposes } from '../../core/included-purposes.ts'
import { formatData, formatRecipients } from '../../locales/format/format-license.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { useChosen } from '../../react/use-chosen.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { AgreementText, formatDuration, formatReward } from './format-summary.tsx'
import { SUMMARY_LINES, type SummaryLineDataAttributes, type SummaryLineName } from './summary-data-attributes.ts'

/** Props of {@link LicenseSummary}. */
export interface LicenseSummaryProps extends PartProps<'section'> {
  /** The agreement to summarize. */
  readonly agreement: Agreement
  /**
   * The optional use cases that are turned on. Default: none. With `onChoose` the default is what the person chose below this provider, and
   * only the lines that change render again.
   */
  readonly granted?: ReadonlySet<string> | undefined
  /** Called when the person turns an optional purpose on or off. Without it the purposes have no toggles. */
  readonly onChoose?: ((usecase: string, on: boolean) => void) | undefined
  /** Ids of the clauses on this page, by line. Each line with an id links to its clause. */
  readonly clauses?: Partial<Readonly<Record<SummaryLineName, string>>> | undefined
  /** Level of the heading. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
}

/**
 * A short summary of the agreement, one fact on each line: parties, data, purposes, recipients, duration, reward, withdrawal and law.
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
  const { agreement, granted, onChoose, clauses = {}, headingLevel = 3, ...rest } = props
  const part = useInnerParts()
  const t = useText()
  const id = useId()
  const [root, children, renderRoot] = usePart('summary', rest, ref)
  const Heading = `h${headingLevel}` as const
  const lines: Readonly<Record<SummaryLineName, ReactNode>> = {
    parties: <Party agreement={agreement} t={t} />,
    data: formatData(agreement.tags, t),
    purposes: (
      <PurposeList
        purposes={agreement.purposes}
        granted={granted}
        onChoose={onChoose}
        company={agreement.company.name}
        recipients="auto"
      />
    ),
    recipients: (
      <Recipients
        purposes={agreement.purposes}
        granted={granted ?? (onChoose === undefined ? NONE : 'live')}
        company={agreement.company.name}
        t={t}
      />
    ),
    duration: formatDuration(agreement.expiry, t),
    reward: formatReward(agreement, t),
    withdrawal: t.text('summary.withdrawal.how'),
    law: <AgreementText text={agreement.jurisdiction} locale={agreement.locale} />,
  }
  const body = (
    <>
      <Heading id={id} {...part('summary-title')}>
        {t.text('summary.label')}
      </Heading>
      <dl {...part('summary-lines')}>
        {SUMMARY_LINES.map((line) => (
          <div key={line} {...({ 'data-line': line } satisfies SummaryLineDataAttributes)}>
            <dt>
              <Icon name={line} />
              <ClauseLink target={clauses[line]} topic={t.text(`summary.${line}`)} t={t} />
            </dt>
            <dd>{lines[line]}</dd>
          </div>
        ))}
      </dl>
      {children}
    </>
  )
  return renderRoot('section', { 'aria-labelledby': id, ...root, children: body }, undefined)
})

const NONE: ReadonlySet<string> = new Set()

/** The recipients of the necessary purposes and of those that are turned on. */
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
  return useChosen(granted, (isOn) => {
    const on = includedPurposes(purposes, isOn)
    // Before the first choice, show every possible recipient.
    const shown = on.length > 0 ? on : purposes
    return formatRecipients(
      shown.flatMap(({ destinations }) => destinations),
      company,
      t,
    )
  })
}

function Party({ agreement: { company }, t }: { readonly agreement: Agreement; readonly t: Translator }): ReactElement {
  const part = useInnerParts()
  return (
    <>
      <span {...part('company')}>{t.apart(company.name)}</span>
      {(company.address !== undefined || company.contact !== undefined) && (
        <span {...part('company-address', 'licet-muted')}>
          {company.address !== undefined && <span>{t.apart(company.address)}</span>}
          {company.contact !== undefined && <span>{t.text('summary.contact', { contact: company.contact })}</span>}
        </span>
      )}
    </>
  )
}

function ClauseLink({
  target,
  topic,
  t,
}: {
  readonly target: string | undefined
  readonly topic: string
  readonly t: Translator
}): ReactNode {
  if (target === undefined) return topic
  return (
    <a href={`#${target}`} aria-label={t.text('summary.clause', { topic })}>
      {topic}
    </a>
  )
}
