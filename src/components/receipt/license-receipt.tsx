'use client'

import { type ForwardedRef, Fragment, forwardRef, type ReactElement, type ReactNode, useId } from 'react'
import type { License } from '../../core/license.ts'
import { type ReceiptLine, receiptLines } from '../../locales/format/format-license.ts'
import { useIsHydrated } from '../../react/use-is-hydrated.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import type { ReceiptState } from './receipt-data-attributes.ts'

/** Props of {@link LicenseReceipt}. */
export interface LicenseReceiptProps extends PartProps<'article', ReceiptState> {
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
export const LicenseReceipt = forwardRef(function LicenseReceipt(
  props: LicenseReceiptProps,
  ref: ForwardedRef<HTMLElement>,
): ReactElement {
  const { license, company, receiptStatus = 'none', issuer, reward, headingLevel = 3, actions, ...rest } = props
  const t = useText()
  const id = useId()
  // A server is in another zone than the reader, whose own is told once the page is the browser's.
  const zone = useIsHydrated() ? undefined : 'UTC'
  const [root, children, renderRoot] = usePart('receipt', rest, ref)
  const Heading = `h${headingLevel}` as const
  const body = (
    <>
      <Heading id={id} data-part="receipt-title">
        {t.text('receipt.title')}
      </Heading>
      <dl data-part="receipt-facts">
        {receiptLines(license, company, t, { zone, reward }).map((line) => (
          <div key={line[0]}>
            <dt>{line[0]}</dt>
            <dd>{toValue(line, license)}</dd>
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

function toValue([, value, form]: ReceiptLine, license: License): ReactNode {
  if (form === undefined) return value
  if (form === 'time') return <time dateTime={license.timestamp}>{value}</time>
  if (form === 'reward') return <bdi>{value}</bdi>
  return (
    <code translate="no" dir="ltr">
      {form === 'code'
        ? value
        : // A line may break between the groups and nowhere else, though a hyphen within one would let it.
          [...value.matchAll(/\S+/g)].map(({ 0: group, index }) => (
            <Fragment key={index}>
              {index > 0 && ' '}
              <span>{group}</span>
            </Fragment>
          ))}
    </code>
  )
}
