'use client'

import { type ForwardedRef, Fragment, forwardRef, type ReactElement, type ReactNode, useId } from 'react'
import type { License } from '../../core/license.ts'
import { type ReceiptLine, receiptLines } from '../../locales/format/format-license.ts'
import { useIsHydrated } from '../../react/use-is-hydrated.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import type { ReceiptDataAttributes, ReceiptState } from './receipt-data-attributes.ts'

/** Props of {@link LicenseReceipt}. */
export interface LicenseReceiptProps extends PartProps<'article', ReceiptState> {
  /** The license that the receipt is about. */
  readonly license: License
  /** Name of the company that received the license. */
  readonly company: string
  /** Result of checking the service's signature. Default `none`: no line about it. */
  readonly receiptStatus?: ReceiptState | undefined
  /** Address of the service that signed the receipt. */
  readonly issuer?: string | undefined
  /** The reward, when it is known. */
  readonly reward?: string | null | undefined
  /** Level of the heading. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
  /** Buttons below, such as download and print. */
  readonly actions?: ReactNode
}

/**
 * The receipt of a license as a document: title, parties, date, numbered facts, hashes in groups of four, and the result of the signature
 * check. It prints on one page.
 *
 * @example
 * <LicenseReceipt license={license} company="Acme" receiptStatus="verified" issuer="https://licenses.example" />
 */
export const LicenseReceipt = forwardRef(function LicenseReceipt(
  props: LicenseReceiptProps,
  ref: ForwardedRef<HTMLElement>,
): ReactElement {
  const { license, company, receiptStatus = 'none', issuer, reward, headingLevel = 3, actions, ...rest } = props
  const part = useInnerParts()
  const t = useText()
  const id = useId()
  // The server does not know the reader's time zone, so times are in UTC until the page is hydrated.
  const zone = useIsHydrated() ? undefined : 'UTC'
  const [root, children, renderRoot] = usePart('receipt', rest, ref)
  const Heading = `h${headingLevel}` as const
  const attributes: ReceiptDataAttributes = { 'data-state': receiptStatus }
  const body = (
    <>
      <Heading id={id} {...part('receipt-title')}>
        {t.text('receipt.title')}
      </Heading>
      <dl {...part('receipt-facts')}>
        {receiptLines(license, company, t, { zone, reward }).map((line) => (
          <div key={line[0]}>
            <dt>{line[0]}</dt>
            <dd>{toValue(line, license)}</dd>
          </div>
        ))}
      </dl>
      {receiptStatus !== 'none' && (
        <p {...part('receipt-verified')} {...attributes}>
          <Icon name={receiptStatus === 'verified' ? 'done' : 'waiting'} />
          {receiptStatus === 'verified' ? t.text('receipt.verified', { issuer: hostOf(issuer) }) : t.text('receipt.unverified')}
        </p>
      )}
      {children}
      {actions !== undefined && <div {...part('actions')}>{actions}</div>}
    </>
  )
  return renderRoot('article', { 'aria-labelledby': id, ...root, ...attributes, children: body }, receiptStatus)
})

function hostOf(issuer: string | undefined): string {
  return issuer !== undefined && URL.canParse(issuer) ? new URL(issuer).host : (issuer ?? '')
}

function toValue([, value, form]: ReceiptLine, license: License): ReactNode {
  if (form === undefined || form === 'date') return value
  if (form === 'time') return <time dateTime={license.timestamp}>{value}</time>
  if (form === 'reward') return <bdi>{value}</bdi>
  return (
    <code translate="no" dir="ltr">
      {form === 'code'
        ? value
        : // Each group is an element of its own: a line breaks only between groups, not at a hyphen inside one.
          [...value.matchAll(/\S+/g)].map(({ 0: group, index }) => (
            <Fragment key={index}>
              {index > 0 && ' '}
              <span>{group}</span>
            </Fragment>
          ))}
    </code>
  )
}
