'use client'

import { Fragment, memo, type ReactElement, type ReactNode } from 'react'
import type { Translator } from '../../locales/format/translator.ts'
import type { ClauseDiff } from '../../terms/diff-terms.ts'

const KEPT_AROUND = 120

type MarkKey = 'diff.start' | 'diff.end' | 'diff.deletedStart' | 'diff.deletedEnd'

/** One clause of a redline: what became of it in a word, and its text with the added and removed parts marked. */
export const ClauseChange = memo(function ClauseChange({
  clause,
  t,
}: {
  readonly clause: ClauseDiff
  readonly t: Translator
}): ReactElement {
  const change = clause.change === 'same' ? 'moved' : clause.change
  return (
    <div data-part="diff-clause" data-change={change} tabIndex={-1}>
      {/* What was agreed may be in a language that runs the other way than what is asked now. */}
      <p data-part="diff-heading" dir="auto">
        <strong>{clause.heading}</strong>{' '}
        <span data-part="diff-badge" lang={t.locale} dir={t.direction}>
          {t.text(`diff.${change}`)}
          {clause.moved && change !== 'moved' && ` · ${t.text('diff.moved')}`}
        </span>
      </p>
      {clause.change !== 'same' && (
        <p data-part="diff-text" dir="auto">
          {clause.parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
            <Fragment key={at}>{render(part, at, clause.parts.length, t)}</Fragment>
          ))}
        </p>
      )}
    </div>
  )
})

function render(part: ClauseDiff['parts'][number], at: number, count: number, t: Translator): ReactNode {
  // The heading stands above already, and the marks of Markdown are no words.
  const text = (at === 0 && part.kind === 'same' ? part.text.replace(/^#{1,6}[ \t].*\n*/, '') : part.text)
    .replace(/^#{1,6}[ \t]+/gm, '')
    .replace(/\n{2,}/g, '\n')
  if (part.kind === 'added') return <ins>{marked(text, t, 'diff.start', 'diff.end')}</ins>
  if (part.kind === 'removed') return <del>{marked(text, t, 'diff.deletedStart', 'diff.deletedEnd')}</del>
  if (text.length <= KEPT_AROUND * 3) return text
  // Of a long unchanged stretch only what stands beside a change is kept.
  const head = at === 0 ? '' : text.slice(0, KEPT_AROUND)
  const tail = at === count - 1 ? '' : text.slice(-KEPT_AROUND)
  return (
    <>
      {head}
      <span data-part="diff-gap" title={t.text('diff.unchanged')}>
        {' '}
        […]{' '}
      </span>
      {tail}
    </>
  )
}

// Most screen readers pass over ins and del in silence, so the words say it: in the language of the interface, so that they do not tell which
// way the text runs.
function marked(text: string, t: Translator, start: MarkKey, end: MarkKey): ReactNode {
  const mark = (key: MarkKey) => (
    <span className="licet-visually-hidden" lang={t.locale} dir={t.direction}>
      {' '}
      [{t.text(key)}]{' '}
    </span>
  )
  return (
    <>
      {mark(start)}
      {text}
      {mark(end)}
    </>
  )
}
