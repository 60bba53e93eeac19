'use client'

import { type ReactElement, useContext } from 'react'
import { initialOf } from '../../locales/format/initial-of.ts'
import { SettingsContext } from '../../react/provider/context.ts'
import { useInnerParts } from './use-inner-parts.ts'
import { useText } from './use-text.ts'

/** Props of {@link CompanyMark}. */
export interface CompanyMarkProps {
  /** Name of the company. */
  readonly company: string
}

/**
 * The mark of a company beside its name: the logo of `appearance`, or else the first letter of the name. Nothing with `logo: false`.
 *
 * Screen readers skip it, because the name stands beside it.
 */
export function CompanyMark({ company }: CompanyMarkProps): ReactElement | null {
  const logo = useContext(SettingsContext)?.appearance.logo
  const part = useInnerParts()
  const t = useText()
  if (logo === false) return null
  return (
    <span {...part('company-mark')} aria-hidden="true" translate="no">
      {typeof logo === 'string' ? <img src={logo} alt="" /> : (logo ?? initialOf(company, t.locale))}
    </span>
  )
}
