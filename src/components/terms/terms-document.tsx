'use client'

import {
  type ForwardedRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { directionOf } from '../../locales/format/translator.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import type { TermsHeading, TermsNode } from './prepare-terms.ts'
import { readingMinutes } from './reading-minutes.ts'
import type { TermsState } from './terms-data-attributes.ts'
import { type Prepared, TermsText } from './terms-text.tsx'

/** Props of {@link TermsDocument}. */
export interface TermsDocumentProps extends PartProps<'section', TermsState> {
  /** The terms, as Markdown: byte for byte what an acceptance signs. */
  readonly text: string
  /** Language of the text, a BCP 47 tag. */
  readonly locale: string
  /** The same document, already parsed; without it the Markdown parser is loaded. */
  readonly tree?: { readonly children: readonly TermsNode[] } | undefined
  /** Hears that this text is on screen, after it is; only then may it be agreed to. */
  readonly onShown?: ((text: string) => void) | undefined
  /** Hears that the document could not be shown. */
  readonly onFailed?: (() => void) | undefined
  /** Level of the text's highest heading on this page. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
  /** Goes before the ids of headings, to link to a clause. Default: unique on the page. */
  readonly idPrefix?: string | undefined
  /** The list of clauses. Default `true`. */
  readonly outline?: boolean | undefined
  /** `endRef` of `useReadingProgress()`: set on the mark at the end of the text. */
  readonly endRef?: ((element: HTMLElement | null) => void) | undefined
  /** Makes the mark a stop of the Tab key, for reading that is required. Default `false`. */
  readonly endStop?: boolean | undefined
  /** The region that holds the text, for `useReadingProgress()`. */
  readonly regionRef?: Ref<HTMLElement> | undefined
  /** Stands above the text. */
  readonly header?: ReactNode
}

/**
 * The full terms: a named region that scrolls by keyboard, with outline and reading time, in the language of the text (experience 17).
 *
 * HTML in the text is shown as text, no image is loaded, links say where they leave to, and hidden characters are made visible.
 *
 * @example
 * <TermsDocument text={terms.text} locale={terms.locale} tree={terms.tree} />
 */
export const TermsDocument = forwardRef(function TermsDocument(
  props: TermsDocumentProps,
  ref: ForwardedRef<HTMLElement>,
): ReactElement {
  const {
    text,
    locale,
    tree,
    onShown,
    onFailed,
    headingLevel = 3,
    idPrefix,
    outline = true,
    endRef,
    endStop = false,
    regionRef,
    header,
    ...rest
  } = props
  const t = useText()
  const id = useId()
  const prefix = idPrefix ?? `licet${id.replace(/\W/g, '')}-`
  const [result, setResult] = useState<{ readonly text: string; readonly prepared: Prepared }>()
  const current = result?.text === text ? result.prepared : undefined
  const state: TermsState = current === undefined ? 'loading' : current === 'failed' ? 'failed' : 'shown'
  const [root, children, renderRoot] = usePart('terms', rest, ref)
  const words = useMemo(
    () => ({
      leaves: (host: string) => t.text('terms.leaves', { host }),
      image: (alt: string) => t.text('terms.image', { text: alt }),
      blocked: t.text('terms.blockedLink'),
    }),
    [t],
  )
  const onPrepared = useCallback((prepared: Prepared) => setResult({ text, prepared }), [text])
  // In an effect, after the text is in the document: what was shown is what is signed.
  useEffect(() => {
    if (state === 'shown') onShown?.(text)
    if (state === 'failed') onFailed?.()
  }, [state, text, onShown, onFailed])

  const minutes = useMemo(() => readingMinutes(text), [text])
  const prepared = typeof current === 'object' ? current : undefined
  const clauses = prepared?.headings.filter((heading) => heading.level === 2) ?? []
  const foreign = locale.split('-')[0] !== t.locale.split('-')[0]
  const body = (
    <>
      <div data-part="terms-meta">
        <p>
          {t.text('terms.label')} · {t.text('terms.minutes', { count: minutes })}
        </p>
        {foreign && <p>{t.text('terms.language', { language: t.language(locale) })}</p>}
        {(current === 'marked' || prepared?.marked) && <Notice text={t.text('terms.hidden')} />}
        {(current === 'marked' || current === 'plain') && <Notice text={t.text('terms.long')} />}
        {header}
      </div>
      {outline && clauses.length > 1 && <Outline clauses={clauses} label={t.text('terms.outline')} locale={locale} />}
      <section
        ref={regionRef}
        data-part="terms-text"
        aria-label={t.text('terms.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard (experience 17)
        tabIndex={0}
        lang={locale}
        dir={directionOf(locale)}
        id={`${prefix}text`}
      >
        <TermsText text={text} tree={tree} prefix={prefix} headingLevel={headingLevel} words={words} onPrepared={onPrepared} />
        {endRef !== undefined && state === 'shown' && (
          <p ref={endRef} data-part="terms-end" id={`${prefix}end`} tabIndex={endStop ? 0 : -1} lang={t.locale} dir={t.direction}>
            {t.text('terms.end')}
          </p>
        )}
      </section>
      {children}
    </>
  )
  return renderRoot('section', { ...root, 'data-state': state, children: body }, state)
})

function Notice({ text }: { readonly text: string }): ReactElement {
  return (
    <p data-part="terms-notice">
      <Icon name="alert" /> {text}
    </p>
  )
}

function Outline({
  clauses,
  label,
  locale,
}: {
  readonly clauses: readonly TermsHeading[]
  readonly label: string
  readonly locale: string
}): ReactElement {
  return (
    <nav data-part="terms-outline" aria-label={label}>
      <details>
        <summary>
          <Icon name="chevron" />
          {label}
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
