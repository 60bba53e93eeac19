'use client'

import { type ForwardedRef, forwardRef, memo, type ReactElement, useId } from 'react'
import type { Purpose } from '../../core/agreement.ts'
import { includedPurposes } from '../../core/purposes.ts'
import { WILDCARD } from '../../core/vocabulary.ts'
import { useChosen } from '../../react/use-chosen.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { findCommonRecipients, formatRecipientsLine, recipientsKey } from './purpose-recipients.ts'
import type { PurposeState } from './purposes-data-attributes.ts'

/** Props of {@link PurposeList}. */
export interface PurposeListProps extends PartProps<'div'> {
  readonly purposes: readonly Purpose[]
  /** Name of the company, for recipients said as "anyone that … chooses". */
  readonly company: string
  /** The optional use cases that are turned on. Default: none, as nothing is pre-ticked (experience 5); with `onChoose` what the person chose below this provider. */
  readonly granted?: ReadonlySet<string> | undefined
  /** Makes every optional purpose a choice. Without it they are only told. */
  readonly onChoose?: ((usecase: string, on: boolean) => void) | undefined
  /** `auto` says the recipients only of a purpose that has others than most: something beside the list names them all. Default `each`. */
  readonly recipients?: 'each' | 'auto' | undefined
}

/** The purposes: the necessary ones told, each of the others a real choice of its own that begins off. */
export const PurposeList = forwardRef(function PurposeList(
  props: PurposeListProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactElement {
  const { purposes, company, granted, onChoose, recipients = 'each', ...rest } = props
  const [root, children, renderRoot] = usePart('purposes', rest, ref)
  const common =
    recipients === 'auto' ? findCommonRecipients(includedPurposes(purposes, (usecase) => granted?.has(usecase) ?? true)) : undefined
  const body = (
    <>
      <ul data-part="purpose-list">
        {purposes.map((purpose) => (
          <PurposeItem
            key={purpose.usecase}
            purpose={purpose}
            company={company}
            on={granted === undefined && onChoose !== undefined ? 'live' : granted?.has(purpose.usecase) === true}
            granted={granted !== undefined}
            named={recipientsKey(purpose) !== common}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {children}
    </>
  )
  return renderRoot('div', { ...root, children: body }, undefined)
})

interface PurposeItemProps {
  readonly purpose: Purpose
  readonly company: string
  /** `live`: it follows the choice that the person makes. */
  readonly on: boolean | 'live'
  /** The choices were made: they are told as such. */
  readonly granted: boolean
  /** Its recipients are said with it. */
  readonly named: boolean
  readonly onChoose?: ((usecase: string, on: boolean) => void) | undefined
}

const NONE: ReadonlySet<string> = new Set()

// Memoised: a change of one purpose renders that purpose and no other.
const PurposeItem = memo(function PurposeItem(props: PurposeItemProps): ReactElement {
  const { purpose, company, granted, named, onChoose } = props
  const t = useText()
  const id = useId()
  const { usecase, necessary, destinations } = purpose
  const chosen = useChosen(props.on === 'live' ? 'live' : NONE, (isOn) => isOn(usecase))
  const on = props.on === true || chosen
  const state: PurposeState = necessary ? 'necessary' : on ? 'on' : 'off'
  const name = t.apart(t.sentence(purpose.label ?? (usecase === WILDCARD ? t.text('purposes.any') : t.usecase(usecase))))
  const told = onChoose === undefined && granted
  const standing = necessary ? 'purposes.necessary' : on ? 'purposes.on' : told ? 'purposes.off' : 'purposes.optional'
  const detail = (
    <span id={`${id}-detail`} data-part="purpose-detail">
      {purpose.description !== undefined && (
        <span data-part="purpose-description">
          <bdi>{purpose.description}</bdi>
        </span>
      )}
      {t.text(standing)}
      {/* What is left off goes to nobody. */}
      {named && standing !== 'purposes.off' && '\u00a0· '}
      {named &&
        standing !== 'purposes.off' &&
        formatRecipientsLine(
          destinations.includes(WILDCARD) ? t.text('summary.recipients.any', { company }) : t.list(destinations),
          t,
        )}
    </span>
  )
  if (necessary || onChoose === undefined) {
    return (
      <li data-part="purpose" data-state={state}>
        <Icon name={necessary ? 'lock' : on ? 'done' : 'off'} />
        <span data-part="purpose-name">{name}</span>
        {detail}
      </li>
    )
  }
  return (
    <li data-part="purpose" data-state={state}>
      <input
        id={id}
        type="checkbox"
        checked={on}
        aria-describedby={`${id}-detail`}
        onChange={(event) => onChoose(usecase, event.currentTarget.checked)}
      />
      <label htmlFor={id} data-part="purpose-name">
        {name}
      </label>
      {detail}
    </li>
  )
})
