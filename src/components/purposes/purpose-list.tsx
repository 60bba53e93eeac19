'use client'

import { type ForwardedRef, forwardRef, type ReactElement, useId } from 'react'
import type { Purpose } from '../../core/agreement.ts'
import { includedPurposes } from '../../core/included-purposes.ts'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { PurposeItem } from './purpose-item.tsx'
import { findCommonRecipients, recipientsKey } from './purpose-recipients.ts'

/** Props of {@link PurposeList}. */
export interface PurposeListProps extends PartProps<'div'> {
  /** The purposes in the order of the agreement. */
  readonly purposes: readonly Purpose[]
  /** Name of the company, for recipients such as "anyone that … chooses". */
  readonly company: string
  /**
   * The optional use cases that are turned on. Default: none. With `onChoose`, the default is what the person has chosen in this provider,
   * and only the purpose that changes renders again.
   */
  readonly granted?: ReadonlySet<string> | undefined
  /** Called when the person turns an optional purpose on or off. Without it the purposes have no toggles. */
  readonly onChoose?: ((usecase: string, on: boolean) => void) | undefined
  /**
   * `auto` shows recipients only where they differ from the recipients of most purposes, for a list beside a line that contains them all. Default
   * `each`.
   */
  readonly recipients?: 'each' | 'auto' | undefined
  /** Level of the headings of the groups. Default 4. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
}

/**
 * The purposes of an agreement in two groups. Necessary ones are part of the license; every other one is a separate choice that is off at
 * first.
 *
 * @example
 * <PurposeList purposes={agreement.purposes} company={agreement.company.name} />
 */
export const PurposeList = forwardRef(function PurposeList(
  props: PurposeListProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactElement {
  const { purposes, company, granted, onChoose, recipients = 'each', headingLevel = 4, ...rest } = props
  const part = useInnerParts()
  const t = useText()
  const id = useId()
  const [root, children, renderRoot] = usePart('purposes', rest, ref)
  const Heading = `h${headingLevel}` as const
  const common =
    recipients === 'auto' ? findCommonRecipients(includedPurposes(purposes, (usecase) => granted?.has(usecase) ?? true)) : undefined
  const group = (key: 'necessary' | 'optional') => {
    const shown = purposes.filter(({ necessary }) => necessary === (key === 'necessary'))
    return (
      shown.length > 0 && (
        <div {...part('purpose-group')}>
          <Heading id={`${id}-${key}`} {...part('purpose-title')}>
            {t.text(`purposes.${key}`)}
          </Heading>
          <ul {...part('purpose-list')} aria-labelledby={`${id}-${key}`}>
            {shown.map((purpose) => (
              <PurposeItem
                key={purpose.usecase}
                purpose={purpose}
                company={company}
                on={granted === undefined && onChoose !== undefined ? 'live' : granted?.has(purpose.usecase) === true}
                isDecided={granted !== undefined}
                showsRecipients={recipientsKey(purpose) !== common}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </div>
      )
    )
  }
  const body = (
    <>
      {group('necessary')}
      {group('optional')}
      {children}
    </>
  )
  return renderRoot('div', { ...root, children: body }, undefined)
})
