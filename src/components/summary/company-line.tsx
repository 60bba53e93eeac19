'use client'

import { Fragment, type ReactElement } from 'react'
import type { Company } from '../../core/agreement.ts'
import { CompanyMark } from '../kit/company-mark.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'

/** The company that asks: its mark, its name, and how to reach it. */
export function CompanyLine({ company }: { readonly company: Company }): ReactElement {
  const { name, contact } = company
  const part = useInnerParts()
  const t = useText()
  return (
    <div {...part('company')}>
      <CompanyMark company={name} />
      <p>
        <b>{t.apart(name)}</b>
        {contact !== undefined && <span {...part('company-address', 'licet-muted')}>{breakable(t.apart(contact))}</span>}
      </p>
    </div>
  )
}

/** Lets a long address wrap after its `@` and before a dot, not in a word. */
function breakable(address: string): ReactElement[] {
  return address.split(/(?<=@)|(?=\.)/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces keep their order
    <Fragment key={at}>
      <span>{piece}</span>
      <wbr />
    </Fragment>
  ))
}
