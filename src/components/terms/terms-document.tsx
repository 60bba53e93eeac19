'use client'

import {
  type ForwardedRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { directionOf } from '../../core/direction.ts'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { followLink } from '../kit/follow-link.ts'
import { Icon } from '../kit/icons.tsx'
import { keepScrollInside } from '../kit/keep-scroll-inside.ts'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useMergedRef } from '../kit/use-merged-ref.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { RequestInactive } from '../request/request-inactive.ts'
import { foreignLanguage } from './foreign-language.ts'
import { prepareTerms } from './prepare-terms.ts'
import { readingMinutes } from './reading-minutes.ts'
import { TermsAnnouncement } from './terms-announcement.ts'
import type { TermsDataAttributes, TermsState } from './terms-data-attributes.ts'
import type { TermsNode } from './terms-node.ts'
import { TermsOutline } from './terms-outline.tsx'
import { type Prepared, TermsText } from './terms-text.tsx'
import { TranslationPlace } from './translation-place.ts'
import { useFold } from './use-fold.ts'
import { useOriginalText } from './use-original-text.ts'

/** Props of {@link TermsDocument}. */
export interface TermsDocumentProps extends PartProps<'section', TermsState> {
  /** The terms as Markdown, byte for byte what an acceptance signs. */
  readonly text: string
  /** Language of the text, a BCP 47 tag. */
  readonly locale: string
  /** The same document, already parsed. Without it the Markdown parser is loaded. */
  readonly tree?: { readonly children: readonly TermsNode[] } | undefined
  /** Called with the text after it is on screen. Only then may the person agree to it. */
  readonly onShown?: ((text: string) => void) | undefined
  /** Called when the document cannot be shown. */
  readonly onFailed?: (() => void) | undefined
  /** Level of the highest heading of the text on this page. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined
  /** Prefix of the ids of headings, for links to a clause. Default: unique on the page. */
  readonly idPrefix?: string | undefined
  /** Shows the list of clauses. Default `true`. */
  readonly outline?: boolean | undefined
  /** Where there is one column, shows only the first lines, until the person unfolds the text. Default `false`. */
  readonly foldable?: boolean | undefined
  /** Ref to the mark at the end of the text: `endRef` of `useReadingProgress()`. */
  readonly endRef?: ((element: HTMLElement | null) => void) | undefined
  /** Makes the mark reachable by the Tab key, for required reading. Default `false`. */
  readonly endStop?: boolean | undefined
  /** Ref to the region that scrolls, for `useReadingProgress()`. */
  readonly regionRef?: Ref<HTMLElement> | undefined
  /** Content above the text. */
  readonly header?: ReactNode
}

/**
 * The full terms in a named region that scrolls by keyboard, with a list of clauses and the reading time.
 *
 * HTML in the text is shown as text, images are not loaded, links show their host, and hidden characters become visible.
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
    foldable = false,
    endRef,
    endStop = false,
    regionRef,
    header,
    ...rest
  } = props
  const part = useInnerParts()
  const t = useText()
  const id = useId()
  const isInactive = useContext(RequestInactive)
  const prefix = idPrefix ?? `licet${id.replace(/\W/g, '')}-`
  const [result, setResult] = useState<{ readonly text: string; readonly prepared: Prepared }>()
  const words = useMemo(
    () => ({
      leaves: (host: string) => t.text('terms.leaves', { host }),
      image: (alt: string) => t.text('terms.image', { text: alt }),
      blocked: t.text('terms.blockedLink'),
    }),
    [t],
  )
  // While rendering, so that HTML from a server has the text.
  const parsed = useMemo(() => tree && prepareTerms(tree, { prefix, headingLevel, words }), [tree, prefix, headingLevel, words])
  const current = parsed ?? (result?.text === text ? result.prepared : undefined)
  const state: TermsState = current === undefined ? 'loading' : current === 'failed' ? 'failed' : 'shown'
  const [root, children, renderRoot] = usePart('terms', rest, ref)
  const onPrepared = useCallback((prepared: Prepared) => setResult({ text, prepared }), [text])
  // In an effect, so that the text is in the document first: the text that was shown is the text that is signed.
  useEffect(() => {
    if (state === 'shown') onShown?.(text)
    if (state === 'failed') onFailed?.()
  }, [state, text, onShown, onFailed])

  const minutes = useMemo(() => readingMinutes(text), [text])
  const region = useRef<HTMLElement>(null)
  const regionRefs = useMergedRef([region, regionRef])
  useEffect(() => (region.current ? keepScrollInside(region.current) : undefined), [])
  const [isFolded, setFolded, unfold] = useFold(foldable, region)
  const attributes: TermsDataAttributes = { 'data-state': state, 'data-folded': isFolded || undefined }
  const { translation, isProtected, showOriginal } = useOriginalText({
    text,
    region,
    rendered: state === 'shown' ? current : undefined,
  })
  const prepared = typeof current === 'object' ? current : undefined
  const clauses = prepared?.headings.filter((heading) => heading.level === 2) ?? []
  const place = useContext(TranslationPlace)?.current
  const note = translation === undefined ? '' : t.text('terms.translated', { language: t.language(locale) })
  const [, announce] = useContext(TermsAnnouncement) ?? []
  // Before paint, so that the outcome is not announced together with a note that is gone.
  useIsomorphicLayoutEffect(() => {
    announce?.(note)
    return () => announce?.('')
  }, [announce, note])
  const notice = note && (
    <StatusMessage
      // Outside of a surface, no live region announces it.
      role={announce ? undefined : 'status'}
      actions={
        <button
          type="button"
          {...part('action')}
          translate="no"
          onClick={() => {
            showOriginal()
            // The button disappears with its message.
            region.current?.focus({ preventScroll: true })
          }}
        >
          {t.text('terms.original')}
        </button>
      }
    >
      <p>{note}</p>
    </StatusMessage>
  )
  const language = foreignLanguage(locale, t)
  const readingTime = t.text('terms.minutes', { count: minutes })
  const body = (
    <>
      {foldable && (
        <button
          type="button"
          {...part('terms-fold')}
          aria-expanded={!isFolded}
          disabled={isInactive}
          aria-controls={`${prefix}text`}
          onClick={() => setFolded(!isFolded)}
        >
          <Icon name="terms" />
          <span>{t.text('terms.label')}</span>
          <span className="licet-muted">{readingTime}</span>
          <Icon name="chevron" />
        </button>
      )}
      <div {...part('terms-meta')}>
        <p>{`${t.text('terms.label')} · ${readingTime}`}</p>
        {language && <p>{t.text('terms.language', { language })}</p>}
        {(current === 'marked' || prepared?.marked) && <Notice text={t.text('terms.hidden')} />}
        {(current === 'marked' || current === 'plain') && <Notice text={t.text('terms.long')} />}
        {header}
      </div>
      {outline && clauses.length > 1 && <TermsOutline clauses={clauses} label={t.text('terms.outline')} locale={locale} />}
      <section
        // Another text replaces the element: a translation has replaced the nodes that React would remove.
        key={text}
        ref={regionRefs}
        {...part('terms-text')}
        aria-label={t.text('terms.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={unfold}
        lang={locale}
        dir={directionOf(locale)}
        translate={isProtected ? 'no' : undefined}
        id={`${prefix}text`}
      >
        <TermsText
          text={text}
          prepared={parsed}
          prefix={prefix}
          headingLevel={headingLevel}
          words={words}
          onPrepared={onPrepared}
        />
        {endRef !== undefined && state === 'shown' && (
          <p ref={endRef} {...part('terms-end')} id={`${prefix}end`} tabIndex={endStop ? 0 : -1} lang={t.locale} dir={t.direction}>
            {t.text('terms.end')}
          </p>
        )}
      </section>
      {place ? createPortal(notice, place) : notice}
      {children}
    </>
  )
  return renderRoot('section', { ...mergeProps(root, { onClick: followLink }), ...attributes, children: body }, state)
})

function Notice({ text }: { readonly text: string }): ReactElement {
  const part = useInnerParts()
  return (
    <p {...part('terms-notice')}>
      <Icon name="alert" /> <span>{text}</span>
    </p>
  )
}
