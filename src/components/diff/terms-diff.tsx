'use client'

import { type ForwardedRef, forwardRef, type ReactElement, useRef, useState } from 'react'
import { directionOf } from '../../locales/format/translator.ts'
import type { ClauseDiff, TermsDiff as TermsDifference } from '../../terms/diff-terms.ts'
import { Icon } from '../kit/icons.tsx'
import { type PartProps, renderPart } from '../kit/part.ts'
import { useRoot } from '../kit/root.ts'
import { useText } from '../kit/text.ts'
import type { SummaryLineName } from '../summary/attributes.ts'
import type { Change } from './attributes.ts'
import { ClauseChange } from './clause-change.tsx'

/** A change of what is allowed: of the data, the purposes, the recipients, the duration, the reward. */
export interface AttributeChange {
  readonly line: SummaryLineName
  readonly change: Extract<Change, 'widened' | 'narrowed' | 'changed'>
  /** In words, in the language of the interface; empty for nothing. */
  readonly from: string
  readonly to: string
}

/** Props of {@link TermsDiff}. */
export interface TermsDiffProps extends PartProps<'section'> {
  /** What `diffTerms()` found. */
  readonly diff: TermsDifference
  /** What changed in the license itself, said before the text. */
  readonly changes?: readonly AttributeChange[]
  /** Language of the texts, a BCP 47 tag. */
  readonly locale: string
  /** Level of the heading. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6
}

/**
 * The redline: what changed in the license and in its text, by `<ins>`, `<del>` and words, not by color alone, with jumps from change to change
 * (experience 14).
 */
export const TermsDiff = forwardRef(function TermsDiff(props: TermsDiffProps, ref: ForwardedRef<HTMLElement>): ReactElement {
  const { diff, changes = [], locale, headingLevel = 3, render, asChild, children, ...attributes } = props
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(-1)
  const root = useRoot('diff', attributes)
  const Heading = `h${headingLevel}` as const
  const clauses = diff.clauses.filter(isChanged)
  const jump = (step: number) => {
    const next = (at + step + clauses.length) % clauses.length
    setAt(next)
    const target = list.current?.children[next]
    if (!(target instanceof HTMLElement)) return
    target.scrollIntoView({ block: 'nearest' })
    target.focus({ preventScroll: true })
  }
  const body = (
    <>
      <Heading data-part="diff-title">{t.text('diff.label')}</Heading>
      {changes.length > 0 && (
        <dl data-part="diff-attributes">
          {changes.map(({ line, change, from, to }) => (
            <div key={line} data-change={change}>
              <dt>
                <Icon name={line} />
                {t.text(`summary.${line}`)}
              </dt>
              <dd>
                <span data-part="diff-badge">{t.text(`diff.${change}`)}</span>
                <del>
                  <span className="licet-visually-hidden">{t.text('diff.from')}: </span>
                  {from === '' ? t.text('diff.nothing') : from}
                </del>
                <ins>
                  <span className="licet-visually-hidden">{t.text('diff.to')}: </span>
                  {to === '' ? t.text('diff.nothing') : to}
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div data-part="diff-bar">
        <p aria-live="polite">
          {clauses.length === 0
            ? t.text('diff.none')
            : at < 0
              ? t.text('diff.summary', { count: clauses.length })
              : t.text('diff.position', { index: at + 1, count: clauses.length })}
        </p>
        {clauses.length > 1 && (
          <div data-part="actions">
            <button type="button" data-part="action" onClick={() => jump(at < 0 ? 0 : -1)}>
              {t.text('diff.previous')}
            </button>
            <button type="button" data-part="action" onClick={() => jump(1)}>
              {t.text('diff.next')}
            </button>
          </div>
        )}
      </div>
      <div ref={list} data-part="diff-clauses" lang={locale} dir={directionOf(locale)}>
        {clauses.map((clause) => (
          <ClauseChange key={`${clause.from ?? ''}-${clause.to ?? ''}`} clause={clause} t={t} />
        ))}
      </div>
      {children}
    </>
  )
  return renderPart(
    'section',
    { ...root, ref: ref as never, children: body },
    { ...(render && { render }), ...(asChild && { asChild, child: children }) },
    undefined,
  )
})

function isChanged(clause: ClauseDiff): boolean {
  return clause.change !== 'same' || clause.moved
}
