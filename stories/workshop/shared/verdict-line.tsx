import type { ReactNode } from 'react'

/** A line of a list of checks: what was checked, the result, and whether it is good. */
export function VerdictLine({
  ok,
  label,
  value,
}: {
  readonly ok: boolean
  readonly label: ReactNode
  readonly value?: ReactNode
}): ReactNode {
  return (
    <li className="verdict" data-ok={ok}>
      <Mark ok={ok} />
      <span>{label}</span>
      {value !== undefined && <span className="verdict-value">{value}</span>}
    </li>
  )
}

/** A check mark or a warning sign. The words beside it say the same. */
export function Mark({ ok }: { readonly ok: boolean }): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d={ok ? 'M3 8.5 6.5 12 13 4.5' : 'M8 2 15 14H1ZM8 6.5v3.5M8 12v.1'} />
    </svg>
  )
}
