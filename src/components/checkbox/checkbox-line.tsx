'use client'

import { type ChangeEvent, type FocusEvent, type ReactElement, type ReactNode, type Ref, useEffect, useState } from 'react'
import { UNSIGNED_FIELD } from '../../core/terms-field.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { Icon } from '../kit/icons.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'

/** Props of {@link CheckboxLine}. */
export interface CheckboxLineProps {
  readonly id: string
  /** The box counts. Before that, a tick signs nothing, and the value of the field is `unsigned`. */
  readonly isReady: boolean
  /** It is not known yet whether there is anything to ask. The line keeps its place, and is visible only while the box has the focus. */
  readonly isUnknown: boolean
  readonly boxRef: Ref<HTMLInputElement>
  readonly name: string
  readonly hash: string | undefined
  readonly required: boolean
  /** Replaces the box, which stays in the form as a hidden field. */
  readonly agreed: string | undefined
  /** Ids of what the person has to know about the box: the language of the text, and a failure. */
  readonly describedBy: string | undefined
  readonly onChange: ((event: ChangeEvent<HTMLInputElement>) => void) | undefined
  readonly onBlur: ((event: FocusEvent<HTMLInputElement>) => void) | undefined
  readonly children: ReactNode
}

/** The checkbox with its label; or, for someone who agreed, when that was. */
export function CheckboxLine(props: CheckboxLineProps): ReactElement {
  const { id, isReady, isUnknown, boxRef, name, hash, required, agreed, describedBy, onChange, onBlur, children } = props
  const company = useConsent((consent) => consent.agreement.company.name)
  const part = useInnerParts()
  const t = useText()
  const [invalidBox, setInvalidBox] = useState<HTMLInputElement>()
  // The browser's own message is only "check this box"; ours names the box and the reason.
  const showInvalid = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    setInvalidBox(currentTarget)
    currentTarget.setCustomValidity(currentTarget.validity.valueMissing ? t.text('checkbox.required') : '')
  }
  const isInvalid = invalidBox !== undefined
  // After a form reset the person starts again, without an error.
  useEffect(() => {
    const form = invalidBox?.form
    const reset = () => {
      setInvalidBox(undefined)
      invalidBox?.setCustomValidity('')
    }
    form?.addEventListener('reset', reset)
    return () => form?.removeEventListener('reset', reset)
  }, [invalidBox])
  return (
    <div {...part('checkbox-line')} data-state={isUnknown ? 'checking' : undefined}>
      <input
        ref={isReady ? boxRef : undefined}
        id={id}
        type="checkbox"
        name={name}
        value={isReady ? (hash ?? '') : UNSIGNED_FIELD}
        required={required}
        // A browser that restores a form ticks nothing: only the person does.
        autoComplete="off"
        hidden={agreed !== undefined}
        aria-describedby={describedBy}
        // Explicit, because browsers report an empty required field as invalid from the start.
        aria-invalid={isInvalid}
        onInvalid={showInvalid}
        onChange={(event) => {
          setInvalidBox(undefined)
          event.currentTarget.setCustomValidity('')
          onChange?.(event)
        }}
        onBlur={onBlur}
      />
      {agreed === undefined ? (
        <label htmlFor={id}>{children ?? t.text('checkbox.label', { company, terms: t.text('checkbox.terms') })}</label>
      ) : (
        <>
          <Icon name="done" />
          <span>{agreed}</span>
        </>
      )}
    </div>
  )
}
