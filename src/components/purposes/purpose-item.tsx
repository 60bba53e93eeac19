'use client'

import { memo, type ReactElement, useContext, useId } from 'react'
import type { Purpose } from '../../core/agreement.ts'
import { directionOfText } from '../../core/direction.ts'
import { textIn } from '../../core/localized-text.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { useChosen } from '../../react/store/use-chosen.ts'
import { useOptionalStore } from '../../react/store/use-store.ts'
import { Icon } from '../kit/icons.tsx'
import { useBoxState } from '../kit/use-box-state.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { RequestInactive } from '../request/request-inactive.ts'
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
const WITHOUT_STOP = /[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]$/u

/** One purpose. Memoized, so that a change of one purpose renders no other. */
export const PurposeItem = memo(function PurposeItem(props: PurposeItemProps): ReactElement {
  const { purpose, company, isDecided, showsRecipients, onChoose } = props
  const part = useInnerParts()
  const t = useText()
  const id = useId()
  const disabled = useContext(RequestInactive)
  const { usecase, necessary, destinations, label, description } = purpose
  const chosen = useChosen(props.on === 'live' ? 'live' : NONE, (isOn) => isOn(usecase))
  const on = props.on === true || chosen
  const box = useBoxState(on)
  const isToggle = onChoose !== undefined && !necessary
  const isNeeded = useOptionalStore()?.question.page.needed === usecase && isToggle
  const attributes: PurposeDataAttributes = {
    'data-state': necessary ? 'necessary' : on ? 'on' : 'off',
    'data-needed': isNeeded ? '' : undefined,
  }
  const name = t.apart(
    t.sentence(label ? textIn(label, t.locale) : usecase === WILDCARD ? t.text('purposes.any') : t.usecase(usecase)),
  )
  const isOff = !necessary && !on
  // A purpose that a license leaves off has no recipients, and needs no explanation.
  const isExplained = isToggle || !isOff || !isDecided
  const recipients =
    showsRecipients &&
    isExplained &&
    formatRecipientsLine(destinations.includes(WILDCARD) ? t.text('summary.recipients.any', { company }) : t.list(destinations), t)
  const explains = isExplained && description !== undefined
  const explanation = explains && toSentence(textIn(description, t.locale), t)
  const lines = [explanation && <bdi dir={directionOfText(explanation, t.direction)}>{explanation}</bdi>, recipients].filter(
    Boolean,
  )
  if (isNeeded) lines.unshift(t.text('purposes.needed'))
  const state = t.text(on ? 'purposes.on' : 'purposes.off')
  // Beside a switch, words for its state are needed only where nothing else explains it.
  if (isToggle && lines.length === 0) lines.unshift(state)
  const detail = lines.length > 0 && (
    <span id={`${id}-detail`} {...part('purpose-detail')}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their order
        <span key={at}>{line}</span>
      ))}
    </span>
  )
  if (!isToggle) {
    return (
      <li {...part('purpose')} {...attributes}>
        {(necessary || (on && !isDecided)) && <Icon name="check" />}
        <span {...part('purpose-name')}>{name}</span>
        {isDecided && !necessary && <span {...part('purpose-state')}>{state}</span>}
        {detail}
      </li>
    )
  }
  return (
    <li {...part('purpose')} {...attributes}>
      <input
        ref={box}
        id={id}
        type="checkbox"
        checked={on}
        disabled={disabled}
        aria-describedby={detail ? `${id}-detail` : undefined}
        onChange={(event) => onChoose(usecase, event.currentTarget.checked)}
      />
      <label htmlFor={id} {...part('purpose-name')}>
        {name}
      </label>
      {detail}
    </li>
  )
})

/** Writes what a company does, which is the end of a sentence in the terms, as a separate sentence. */
function toSentence(text: string, t: Translator): string {
  return t.sentence(WITHOUT_STOP.test(text) ? `${text}.` : text)
}
