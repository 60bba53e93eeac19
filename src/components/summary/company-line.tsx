'use client'

import { Fragment, type ReactElement } from 'react'
import type { Company } from '../../core/agreement.ts'
import { CompanyMark } from '../kit/company-mark.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'

/** The company that asks: its mark, its name, and below them its legal name and its domain. */
export function CompanyLine({ company }: { readonly company: Company }): ReactElement {
  const { name, legalName, privacyUrl } = company
  const part = useInnerParts()
  const t = useText()
  return (
    <div {...part('company')}>
      <CompanyMark company={name} />
      <p>
        <b>{t.apart(name)}</b>
        <span {...part('company-address', 'licet-muted')}>
          {legalName !== undefined && `${t.apart(legalName)} · `}
          {URL.canParse(privacyUrl) && breakable(t.apart(new URL(privacyUrl).host.replace(/^www\./, '')))}
        </span>
      </p>
    </div>
  )
}

/** Lets a long domain wrap before a dot, not in a word. */
function breakable(domain: string): ReactElement[] {
  return domain.split(/(?=\.)/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces keep their order
    <Fragment key={at}>
      <span>{piece}</span>
      <wbr />
    </Fragment>
  ))
}
