'use client'

import { type ForwardedRef, Fragment, forwardRef, type ReactElement, type ReactNode, useId } from 'react'
import { groupByFour } from '../../core/group-by-four.ts'
import type { License } from '../../core/license.ts'
import { WILDCARD } from '../../core/vocabulary.ts'
import { useIsHydrated } from '../../react/use-is-hydrated.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part.ts'
import { useText } from '../kit/text.ts'
import { usePart } from '../kit/use-part.ts'
import { formatRecipients } from '../summary/summary.tsx'
import type { ReceiptState } from './attributes.ts'

/** Props of {@link Receipt}. */
export interface ReceiptProps extends PartProps<'article', ReceiptState> {
  readonly license: License
  /** Name of the company that the license was given to. */
  readonly company: string
  /** Whether the service's signature was checked. Default `none`: nothing is said about it. */
  readonly receiptStatus?: ReceiptState | undefined
  /** Who signed the receipt: the issuer's address. */
  readonly issuer?: string | undefined
  /** What the person gets, when it is known. */
  readonly reward?: string | null | undefined
  /** Level of the heading. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
  /** Buttons below: download, print. */
  readonly actions?: ReactNode
}

/**
 * The receipt as a document one would keep: title, parties, date, numbered facts, the fingerprint in groups of four, and what was checked by whom
 * (experience 12). It prints on one page.
 */
export const Receipt = forwardRef(function Receipt(props: ReceiptProps, ref: ForwardedRef<HTMLElement>): ReactElement {
  const { license, company, receiptStatus = 'none', issuer, reward, headingLevel = 3, actions, ...rest } = props
  const t = useText()
  const id = useId()
  // A server is in another zone than the reader, whose own is told once the page is the browser's.
  const zone = useIsHydrated() ? undefined : 'UTC'
  const [root, children, renderRoot] = usePart('receipt', rest, ref)
  const Heading = `h${headingLevel}` as const
  const usecases = [...new Set(license.uses.flatMap((use) => use.usecases))]
  const destinations = license.uses.flatMap((use) => use.destinations)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.text('receipt.between'), t.text('receipt.parties', { company })],
    [
      t.text('receipt.agreed'),
      <time key="time" dateTime={license.timestamp}>
        {t.dateTime(license.timestamp, zone)}
      </time>,
    ],
    [t.text('receipt.status'), t.text(`receipt.status.${license.status}`)],
    [
      t.text('receipt.data'),
      t.sentence(t.list(license.tags.map((tag) => (tag === WILDCARD ? t.text('summary.data.any') : t.tag(tag))))),
    ],
    ...(usecases.length > 0
      ? ([
          [
            t.text('receipt.purposes'),
            t.sentence(t.list(usecases.map((usecase) => (usecase === WILDCARD ? t.text('purposes.any') : t.usecase(usecase))))),
          ],
          [t.text('receipt.recipients'), formatRecipients(destinations, company, t)],
        ] as const)
      : []),
    [t.text('receipt.until'), license.expiry === undefined ? t.text('receipt.until.none') : t.date(license.expiry, 'UTC')],
    ...(typeof reward === 'string' ? ([[t.text('receipt.reward'), <bdi key="reward">{reward}</bdi>]] as const) : []),
    [t.text('receipt.origin'), <Code key="origin" text={license.origin} />],
    [t.text('receipt.number'), <Code key="number" text={license.id} />],
    [t.text('receipt.fingerprint'), <Code key="print" text={groupByFour(license.termsHash)} grouped />],
    ...(license.address === ''
      ? []
      : ([[t.text('receipt.device'), <Code key="device" text={groupByFour(license.address)} grouped />]] as const)),
  ]
  const body = (
    <>
      <Heading id={id} data-part="receipt-title">
        {t.text('receipt.title')}
      </Heading>
      <dl data-part="receipt-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {receiptStatus !== 'none' && (
        <p data-part="receipt-verified" data-state={receiptStatus}>
          <Icon name={receiptStatus === 'verified' ? 'done' : 'waiting'} />
          {receiptStatus === 'verified' ? t.text('receipt.verified', { issuer: hostOf(issuer) }) : t.text('receipt.unverified')}
        </p>
      )}
      {children}
      {actions !== undefined && <div data-part="actions">{actions}</div>}
    </>
  )
  return renderRoot('article', { 'aria-labelledby': id, ...root, 'data-state': receiptStatus, children: body }, receiptStatus)
})

function hostOf(issuer: string | undefined): string {
  return issuer !== undefined && URL.canParse(issuer) ? new URL(issuer).host : (issuer ?? '')
}

/** `grouped`: a line may break between the groups and nowhere else, though a hyphen within one would let it. */
function Code({ text, grouped = false }: { readonly text: string; readonly grouped?: boolean }): ReactElement {
  return (
    <code translate="no" dir="ltr">
      {grouped
        ? [...text.matchAll(/\S+/g)].map(({ 0: group, index }) => (
            <Fragment key={index}>
              {index > 0 && ' '}
              <span>{group}</span>
            </Fragment>
          ))
        : text}
    </code>
  )
}
