'use client'

import { type ReactNode, useId } from 'react'

/** Props of {@link Choice}. */
export interface ChoiceProps<Name extends string> {
  readonly label: string
  /** The choice that is none of the options. Without it, one of the options is always chosen. */
  readonly none?: string
  readonly value: Name | undefined
  readonly options: Readonly<Record<Name, string>>
  readonly onChange: (value: Name | undefined) => void
}

/** A select with its label. */
export function Choice<Name extends string>({ label, none, value, options, onChange }: ChoiceProps<Name>): ReactNode {
  const id = useId()
  const names = Object.keys(options) as Name[]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(names.find((name) => name === event.target.value))}>
        {none !== undefined && <option value="">{none}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {options[name]}
          </option>
        ))}
      </select>
    </div>
  )
}
