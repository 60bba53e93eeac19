'use client'

import type { ReactElement } from 'react'
import { Icon } from '../kit/icons.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import type { TermsHeading } from './prepare-terms.ts'

/** The list of clauses, folded. */
export function TermsOutline({
  clauses,
  label,
  locale,
}: {
  readonly clauses: readonly TermsHeading[]
  readonly label: string
  readonly locale: string
}): ReactElement {
  const part = useInnerParts()
  return (
    <nav {...part('terms-outline')} aria-label={label}>
      <details>
        <summary>
          <Icon name="chevron" />
          <span>{label}</span>
        </summary>
        <ol lang={locale}>
          {clauses.map((clause) => (
            <li key={clause.id}>
              <a href={`#${clause.id}`}>{clause.text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
