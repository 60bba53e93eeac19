'use client'

import { memo, type ReactElement, useId } from 'react'
import type { Purpose } from '../../core/agreement.ts'
import { WILDCARD } from '../../core/words.ts'
import { useChosen } from '../../react/use-chosen.ts'
import { Icon } from '../kit/icons.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { formatRecipientsLine } from './purpose-recipients.ts'
import type { PurposeDataAttributes } from './purposes-data-attributes.ts'

/** Props of {@link PurposeItem}. */
export interface PurposeItemProps {
  readonly purpose: Purpose
  readonly company: string
  /** Whether the purpose is on. `live`: it follows the choice of the person. */
  readonly on: boolean | 'live'
  /** The choice was made: a purpose without a toggle shows whether it is on or off. */
  readonly isDecided: boolean
  /** The recipients stand below the purpose. */
  readonly showsRecipients: boolean
  readonly onChoose?: ((usecase: string, on: boolean) => void) | undefined
}

const NONE: ReadonlySet<string> = new Set()

/** One purpose. Memoized, so that a change of one purpose renders no other. */
export const PurposeItem = memo(function PurposeItem(props: PurposeItemProps): ReactElement {
  const { purpose, company, isDecided, showsRecipients, onChoose } = props
  const part = useInnerParts()
  const t = useText()
  const id = useId()
  const { usecase, necessary, destinations } = purpose
  const chosen = useChosen(props.on === 'live' ? 'live' : NONE, (isOn) => isOn(usecase))
  const on = props.on === true || chosen
  const attributes: PurposeDataAttributes = { 'data-state': necessary ? 'necessary' : on ? 'on' : 'off' }
  const name = t.apart(t.sentence(purpose.label ?? (usecase === WILDCARD ? t.text('purposes.any') : t.usecase(usecase))))
  const isTurnedOff = onChoose === undefined && isDecided
  const statusKey = necessary ? 'purposes.necessary' : on ? 'purposes.on' : isTurnedOff ? 'purposes.off' : 'purposes.optional'
  // A purpose that is off has no recipients.
  const recipientsLine =
    showsRecipients &&
    statusKey !== 'purposes.off' &&
    formatRecipientsLine(destinations.includes(WILDCARD) ? t.text('summary.recipients.any', { company }) : t.list(destinations), t)
  const detail = (
    <span id={`${id}-detail`} {...part('purpose-detail')}>
      {purpose.description !== undefined && (
        <span {...part('purpose-description')}>
          <bdi>{purpose.description}</bdi>
        </span>
      )}
      {t.text(statusKey)}
      {recipientsLine && '\u00a0· '}
      {recipientsLine}
    </span>
  )
  if (necessary || onChoose === undefined) {
    return (
      <li {...part('purpose')} {...attributes}>
        <Icon name={necessary ? 'lock' : on ? 'done' : 'off'} />
        <span {...part('purpose-name')}>{name}</span>
        {detail}
      </li>
    )
  }
  return (
    <li {...part('purpose')} {...attributes}>
      <input
        id={id}
        type="checkbox"
        checked={on}
        aria-describedby={`${id}-detail`}
        onChange={(event) => onChoose(usecase, event.currentTarget.checked)}
      />
      <label htmlFor={id} {...part('purpose-name')}>
        {name}
      </label>
      {detail}
    </li>
  )
})
