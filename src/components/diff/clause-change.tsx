'use client'

import { Fragment, memo, type ReactElement, type ReactNode, useMemo } from 'react'
import { type Direction, directionOfText } from '../../core/direction.ts'
import type { Translator } from '../../locales/format/translator.ts'
import type { ClauseDiff } from '../../terms/diff/diff-terms.ts'
import { type InnerPart, useInnerParts } from '../kit/use-inner-parts.ts'
import { revealHidden } from '../terms/terms-node.ts'
import type { ClauseDataAttributes } from './diff-data-attributes.ts'
import { toReadableParts } from './readable-parts.ts'

const KEPT_AROUND_CHARS = 120

type MarkKey = 'diff.start' | 'diff.end' | 'diff.deletedStart' | 'diff.deletedEnd'

/** One clause of a redline: its heading, how it changed, and its text with added and removed parts marked. */
export const ClauseChange = memo(function ClauseChange({
  clause,
  language,
  t,
}: {
  readonly clause: ClauseDiff
  /** Direction of the language of the new terms. */
  readonly language: Direction
  readonly t: Translator
}): ReactElement {
  const part = useInnerParts()
  const change = clause.change === 'same' ? 'moved' : clause.change
  const attributes: ClauseDataAttributes = { 'data-change': change }
  const texts = useMemo(() => toReadableParts(clause.parts), [clause.parts])
  return (
    <div {...part('diff-clause')} {...attributes} tabIndex={-1}>
      {/* The old and the new terms may be in languages of different directions. */}
      <p {...part('diff-heading')} dir={directionOfText(clause.heading, language)}>
        <strong>{revealHidden(clause.heading)}</strong>{' '}
        <span {...part('diff-badge')} lang={t.locale} dir={t.direction}>
          {t.text(`diff.${change}`)}
          {clause.moved && change !== 'moved' && ` · ${t.text('diff.moved')}`}
        </span>
      </p>
      {clause.change !== 'same' && texts.some(Boolean) && (
        <p {...part('diff-text')} dir={directionOfText(texts.join(''), language)}>
          {texts.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison keep their order
            <Fragment key={at}>{renderPart(clause.parts, texts, at, t, part)}</Fragment>
          ))}
        </p>
      )}
    </div>
  )
})

function renderPart(parts: ClauseDiff['parts'], texts: readonly string[], at: number, t: Translator, part: InnerPart): ReactNode {
  const text = texts[at] ?? ''
  const kind = parts[at]?.kind
  if (text === '') return null
  if (kind !== 'same') {
    // White space stays outside of the mark, so that the color ends with the text. A space separates adjacent parts such as `50` and `100`.
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
  // A long unchanged part is cut: only the text next to a change stays.
  const head = at === 0 ? '' : text.slice(0, KEPT_AROUND_CHARS)
  const tail = at === texts.length - 1 ? '' : text.slice(-KEPT_AROUND_CHARS)
  return (
    <>
      {head}
      <span {...part('diff-gap')} title={t.text('diff.unchanged')}>
        {' '}
        […]{' '}
      </span>
      {tail}
    </>
  )
}

// Most screen readers ignore <ins> and <del>, so hidden words mark both ends. They set their own language and direction.
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
