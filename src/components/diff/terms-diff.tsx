'use client'

import { type ForwardedRef, forwardRef, type ReactElement, useRef, useState } from 'react'
import { directionOf } from '../../core/direction.ts'
import { joinHyphens } from '../../locales/format/translator.ts'
import type { LicenseDiff } from '../../terms/diff/diff-license.ts'
import type { ClauseDiff, TermsComparison } from '../../terms/diff/diff-terms.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { ClauseChange } from './clause-change.tsx'
import type { AttributeDataAttributes } from './diff-data-attributes.ts'

/** Props of {@link TermsDiff}. */
export interface TermsDiffProps extends PartProps<'section'> {
  /** Result of `diffTerms()`: the changes of the text. */
  readonly terms: TermsComparison
  /** Result of `diffLicense()`: the changes of data, purposes, recipients, duration and reward. They stand above the text. */
  readonly license?: LicenseDiff | undefined
  /** Language of the texts, a BCP 47 tag. */
  readonly locale: string
  /** Level of the heading. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
}

/**
 * A readable redline of changed terms, with buttons that jump from change to change.
 *
 * `<ins>`, `<del>` and words mark each change, because color alone is not enough.
 *
 * @example
 * <TermsDiff terms={diffTerms(oldText, newText)} locale="en" />
 */
export const TermsDiff = forwardRef(function TermsDiff(props: TermsDiffProps, ref: ForwardedRef<HTMLElement>): ReactElement {
  const { terms, license, locale, headingLevel = 3, ...rest } = props
  const part = useInnerParts()
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState(-1)
  const [root, children, renderRoot] = usePart('diff', rest, ref)
  const Heading = `h${headingLevel}` as const
  const clauses = terms.clauses.filter(isChanged)
  // Another comparison can have fewer changes.
  const at = Math.min(last, clauses.length - 1)
  const jump = (step: number) => {
    const next = (at + step + clauses.length) % clauses.length
    setLast(next)
    const target = list.current?.querySelectorAll<HTMLElement>('[data-part="diff-clause"]')[next]
    // jsdom has no `scrollIntoView`.
    target?.scrollIntoView?.({ block: 'nearest' })
    target?.focus({ preventScroll: true })
  }
  const body = (
    <>
      <Heading {...part('diff-title')}>{t.text('diff.label')}</Heading>
      {license !== undefined && license.changes.length > 0 && (
        <ul {...part('diff-attributes')}>
          {license.changes.map(({ attribute, direction, sentence }) => (
            <li key={attribute + sentence} {...({ 'data-change': direction } satisfies AttributeDataAttributes)}>
              <Icon name={attribute === 'uses' ? 'purposes' : attribute} />
              <span lang={locale} dir={directionOf(locale)}>
                {joinHyphens(sentence)}
              </span>
              <span {...part('diff-badge')}>{t.text(`diff.${direction}`)}</span>
            </li>
          ))}
        </ul>
      )}
      <div {...part('diff-bar')}>
        <p aria-live="polite">
          {clauses.length === 0
            ? t.text('diff.none')
            : at < 0
              ? t.text('diff.summary', { count: clauses.length })
              : t.text('diff.position', { index: at + 1, count: clauses.length })}
        </p>
        {clauses.length > 1 && (
          <div {...part('actions')}>
            <button type="button" {...part('action')} onClick={() => jump(at < 0 ? 0 : -1)}>
              {t.text('diff.previous')}
            </button>
            <button type="button" {...part('action')} onClick={() => jump(1)}>
              {t.text('diff.next')}
            </button>
          </div>
        )}
      </div>
      <div ref={list} {...part('diff-clauses')} lang={locale} dir={directionOf(locale)}>
        {clauses.map((clause) => (
          <ClauseChange key={`${clause.from ?? ''}-${clause.to ?? ''}`} clause={clause} language={directionOf(locale)} t={t} />
        ))}
      </div>
      {children}
    </>
  )
  return renderRoot('section', { ...root, children: body }, undefined)
})

function isChanged(clause: ClauseDiff): boolean {
  return clause.change !== 'same' || clause.moved
}
