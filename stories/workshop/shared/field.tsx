import { type ReactNode, useId } from 'react'

/** A labeled control in a panel. `children` receives the ids for its `id` and `aria-describedby`. */
export function Field({
  label,
  error,
  children,
}: {
  readonly label: string
  readonly error?: string | undefined
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string | undefined }) => ReactNode
}): ReactNode {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': error === undefined ? undefined : errorId })}
      {error !== undefined && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Props of {@link Segments}. */
export interface SegmentsProps<Value extends string> {
  readonly label: string
  /** Shows the label to screen readers only. */
  readonly hiddenLabel?: boolean
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
}

/** A few options side by side, of which one is chosen. */
export function Segments<Value extends string>({
  label,
  hiddenLabel = false,
  options,
  value,
  onChange,
}: SegmentsProps<Value>): ReactNode {
  const name = useId()
  return (
    <fieldset className="field segments">
      <legend className={hiddenLabel ? 'visually-hidden' : undefined}>{label}</legend>
      <div className="segments-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="segment">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
