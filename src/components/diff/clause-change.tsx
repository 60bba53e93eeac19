'use client'

import { Fragment, memo, type ReactElement, type ReactNode, useMemo } from 'react'
import type { Translator } from '../../locales/format/translator.ts'
import type { ClauseDiff } from '../../terms/diff/diff-terms.ts'
import { revealHidden } from '../terms/prepare-terms.ts'
import { toReadableParts } from './readable-parts.ts'

const KEPT_AROUND_CHARS = 120

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
  const texts = useMemo(() => toReadableParts(clause.parts), [clause.parts])
  return (
    <div data-part="diff-clause" data-change={change} tabIndex={-1}>
      {/* What was agreed may be in a language that runs the other way than what is asked now. */}
      <p data-part="diff-heading" dir="auto">
        <strong>{revealHidden(clause.heading)}</strong>{' '}
        <span data-part="diff-badge" lang={t.locale} dir={t.direction}>
          {t.text(`diff.${change}`)}
          {clause.moved && change !== 'moved' && ` · ${t.text('diff.moved')}`}
        </span>
      </p>
      {clause.change !== 'same' && texts.some(Boolean) && (
        <p data-part="diff-text" dir="auto">
          {texts.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
            <Fragment key={at}>{render(clause.parts, texts, at, t)}</Fragment>
          ))}
        </p>
      )}
    </div>
  )
})

function render(parts: ClauseDiff['parts'], texts: readonly string[], at: number, t: Translator): ReactNode {
  const text = texts[at] ?? ''
  const kind = parts[at]?.kind
  if (text === '') return null
  if (kind !== 'same') {
    // Blanks and line breaks stand outside, or the color would reach into what is beside; a blank keeps `50` from `100`.
    const inner = text.trim() || text
    const [before, after] = text.split(inner)
    const added = kind === 'added'
    const Tag = added ? 'ins' : 'del'
    return (
      <>
        {before}
        <Tag>{marked(inner, t, added ? 'diff.start' : 'diff.deletedStart', added ? 'diff.end' : 'diff.deletedEnd')}</Tag>
        {after}
        {(parts[at + 1]?.kind ?? 'same') !== 'same' && ' '}
      </>
    )
  }
  if (text.length <= KEPT_AROUND_CHARS * 3) return text
  // Of a long unchanged stretch only what stands beside a change is kept.
  const head = at === 0 ? '' : text.slice(0, KEPT_AROUND_CHARS)
  const tail = at === texts.length - 1 ? '' : text.slice(-KEPT_AROUND_CHARS)
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
function marked(text: string | undefined, t: Translator, start: MarkKey, end: MarkKey): ReactNode {
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
