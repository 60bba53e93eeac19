'use client'

import { type ForwardedRef, Fragment, forwardRef, type ReactElement, type ReactNode, useId } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import { type Direction, directionOfText } from '../../core/direction.ts'
import type { License } from '../../core/license.ts'
import { type LoggedPlace, loggedText } from '../../locales/format/logged-text.ts'
import { type ReceiptLine, receiptText, wordsOfAgreement } from '../../locales/format/receipt-text.ts'
import { useIsHydrated } from '../../react/provider/use-is-hydrated.ts'
import { CompanyMark } from '../kit/company-mark.tsx'
import { Fold } from '../kit/fold.tsx'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { withBoundary } from '../kit/surface-boundary.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import type { ReceiptDataAttributes, ReceiptState } from './receipt-data-attributes.ts'
import { SignedTerms } from './signed-terms.tsx'

/** Props of {@link LicenseReceipt}. */
export interface LicenseReceiptProps extends PartProps<'article', ReceiptState> {
  /** The license that the receipt is about. */
  readonly license: License
  /** Name of the company that received the license. */
  readonly company: string
  /** The agreement, for the names that it gives to use cases and kinds of data, and for reward and law where the terms contain them. */
  readonly agreement?: Agreement | undefined
  /** Result of checking the service's signature. Default `none`: no line about it. */
  readonly receiptStatus?: ReceiptState | undefined
  /** Address of the service that signed the receipt. Default: the line about the check does not name it. */
  readonly issuer?: string | undefined
  /** Where the public log of the service records the license. Default: no sentence about it. */
  readonly logged?: LoggedPlace | undefined
  /** The reward. Default: the reward in `agreement`, where the terms contain it. */
  readonly reward?: string | null | undefined
  /** Level of the heading. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
  /** Buttons below, such as download and print. */
  readonly actions?: ReactNode
  /** Buttons below the technical details, such as the one that saves the license as data. */
  readonly technicalActions?: ReactNode
}

/**
 * The receipt of a license as a document: parties, date, facts, and the result of the signature check. The signed terms, numbers and hashes
 * are folded. It prints on one page.
 *
 * @example
 * <LicenseReceipt license={license} company="Acme" receiptStatus="verified" issuer="https://licenses.example" />
 */
export const LicenseReceipt = withBoundary(
  forwardRef(function LicenseReceipt(props: LicenseReceiptProps, ref: ForwardedRef<HTMLElement>): ReactElement {
    const {
      license,
      company,
      agreement,
      receiptStatus = 'none',
      issuer,
      logged,
      reward,
      headingLevel = 3,
      actions,
      technicalActions,
      ...rest
    } = props
    const part = useInnerParts()
    const t = useText(agreement)
    const id = useId()
    // The server does not know the reader's time zone, so times are in UTC until the page is hydrated.
    const zone = useIsHydrated() ? undefined : 'UTC'
    const [root, children, renderRoot] = usePart('receipt', rest, ref)
    const Heading = `h${headingLevel}` as const
    const attributes: ReceiptDataAttributes = { 'data-state': receiptStatus }
    const agreed = wordsOfAgreement(license, agreement, t)
    const words = reward === undefined ? agreed : { ...agreed, compensation: reward }
    const { heading, state, facts, details } = receiptText(license, company, t, { zone, words })
    const isVerified = receiptStatus === 'verified'
    const body = (
      <>
        <div {...part('receipt-header')}>
          <CompanyMark company={company} />
          <p>
            <b>{t.text('receipt.title')}</b>
            <span className="licet-muted">{t.text('receipt.parties', { company })}</span>
          </p>
        </div>
        <Heading id={id} {...part('receipt-title')}>
          {heading}
        </Heading>
        <p {...part('license-state')} data-state={license.status}>
          {state}
        </p>
        <ReceiptFacts lines={facts} license={license} />
        {receiptStatus !== 'none' && (
          <p {...part('receipt-verified')} {...attributes}>
            <Icon name={isVerified ? 'lock' : 'waiting'} />
            <span>
              {isVerified && <b>{`${t.text('receipt.verified.title')}. `}</b>}
              {isVerified && issuer !== undefined && (
                <span>{t.text('receipt.verified', { issuer: hostOf(issuer), date: t.dateTime(license.timestamp, zone) })}</span>
              )}
              {isVerified && issuer !== undefined && logged !== undefined && '. '}
              {isVerified && logged !== undefined && <span>{loggedText(logged, t, zone)}</span>}
              {!isVerified && <span>{t.text('receipt.unverified')}</span>}
            </span>
          </p>
        )}
        {children}
        {license.terms !== '' && (
          <Fold name="receipt-terms" title={t.text('receipt.terms')} lazy>
            <SignedTerms
              text={license.terms}
              locale={agreement?.locale ?? t.locale}
              headingLevel={headingLevel === 6 ? 6 : ((headingLevel + 1) as 3 | 4 | 5 | 6)}
            />
          </Fold>
        )}
        <Fold name="receipt-details" title={t.text('receipt.details')}>
          <p className="licet-muted">{t.text('receipt.license')}</p>
          <ReceiptFacts lines={details} license={license} />
          {technicalActions !== undefined && <div {...part('actions')}>{technicalActions}</div>}
        </Fold>
        {actions !== undefined && <div {...part('actions')}>{actions}</div>}
      </>
    )
    return renderRoot('article', { 'aria-labelledby': id, ...root, ...attributes, children: body }, receiptStatus)
  }),
)

/** Facts with their names. */
function ReceiptFacts({ lines, license }: { readonly lines: readonly ReceiptLine[]; readonly license: License }): ReactElement {
  const part = useInnerParts()
  const { direction } = useText()
  return (
    <dl {...part('receipt-facts')}>
      {lines.map((line) => (
        <div key={line[0]}>
          <dt>{line[0]}</dt>
          <dd>{toValue(line, license, direction)}</dd>
        </div>
      ))}
    </dl>
  )
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}

function toValue([, value, form]: ReceiptLine, license: License, direction: Direction): ReactNode {
  if (form === undefined || form === 'date') return value
  if (form === 'time') return <time dateTime={license.timestamp}>{value}</time>
  if (form === 'words') return <bdi dir={directionOfText(value, direction)}>{value}</bdi>
  return (
    <code translate="no" dir="ltr">
      {form === 'code'
        ? value
        : // Each group is a separate element: a line breaks only between groups, not at a hyphen inside one.
          [...value.matchAll(/\S+/g)].map(({ 0: group, index }) => (
            <Fragment key={index}>
              {index > 0 && ' '}
              <span>{group}</span>
            </Fragment>
          ))}
    </code>
  )
}
