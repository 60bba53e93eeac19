'use client'

import { type ReactElement, useState } from 'react'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { TermsDocument } from '../terms/terms-document.tsx'

/** Props of {@link SignedTerms}. */
export interface SignedTermsProps {
  /** The signed text, Markdown. */
  readonly text: string
  readonly locale: string
  readonly headingLevel: 3 | 4 | 5 | 6
}

/** The terms that were signed; as plain text when the Markdown parser does not load. */
export function SignedTerms({ text, ...document }: SignedTermsProps): ReactElement {
  const [hasFailed, setFailed] = useState(false)
  const part = useInnerParts()
  if (hasFailed) return <p {...part('terms-plain')}>{text}</p>
  return <TermsDocument text={text} outline={false} onFailed={() => setFailed(true)} {...document} />
}
