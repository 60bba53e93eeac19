import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  ConsentButton,
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import { CONSENT_STATES, type ConsentState } from '../../../src/core/consent-flow.ts'
import { en } from '../../../src/locales/en.ts'
import type { Messages } from '../../../src/locales/format/messages.ts'
import { diffWords } from '../../../src/terms/languages/en/diff-words.ts'
import { words as englishWords } from '../../../src/terms/languages/en/words.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { SOURCES, templateOf } from '../../fixtures/templates.ts'
import { casesOf } from '../../support/counts.ts'
import { appear, show } from './harness.tsx'

afterEach(cleanup)

const CATALOGS = import.meta.glob<Messages>(['../../../src/locales/*.ts', '!**/load.ts'], { eager: true, import: 'default' })
const LOCALES = ['es', 'fr', 'de', 'pt-BR', 'ja', 'ar', 'he']
/** Latin names and marks that the company or a program wrote. The language of their neighbors does not matter. */
const NOT_WORDS = /Bramble Market|(?:[\w-]+\.)+\w{2,}|\S+@\S+|https?|UTC|GMT|JSON|JavaScript|\b(?:[\w-]{4} )+[\w-]{1,4}\b/g

const isText = (value: unknown): value is string => typeof value === 'string'
/** Returns every text in an object, at any depth; the names of clauses and of data, and what functions write. */
function textsIn(value: unknown): string[] {
  if (isText(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
/** Every English text of the kit with two words or more: interface, summary, terms, redline. */
const ENGLISH: readonly string[] = [
  ...textsIn(en),
  ...textsIn(englishWords),
  ...textsIn(diffWords),
  ...Object.entries(SOURCES).flatMap(([path, source]) => (path.includes('/languages/en/') ? source.split(/\n|(?<=\.) /) : [])),
]
  // Between the places of values.
  .flatMap((text) => text.split(/\{+[^}]*\}+/))
  .map((part) => part.replace(/[#*_[\]]/g, '').trim())
  .filter((part) => (part.match(/\p{L}{2,}/gu)?.length ?? 0) >= 2)

/** Returns what a person can read or hear on the page. */
function wordsOnPage(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('script, style, noscript, [data-part="terms-text"] [lang="en"]') === null)
      found.push(node.nodeValue ?? '')
  const labels = ['aria-label', 'title', 'placeholder', 'alt', 'data-label'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
  )
  return [...found, ...labels].map((text) => text.replace(NOT_WORDS, ' ').trim()).filter((text) => /\p{L}{2}/u.test(text))
}

const USUAL: readonly ConsentState[] = [
  'ready',
  'terms-error',
  'licensed',
  'already-licensed',
  'update-material',
  'withdrawn',
  'expired',
]

describe.each(LOCALES)('in %s', (locale) => {
  const messages = CATALOGS[`../../../src/locales/${locale}.ts`] as Messages
  const config = {
    agreement: {
      ...agreement,
      afterWithdrawal: { deletedWithin: { days: 30 } },
      earlierData: 'excluded',
      earnedRewards: 'kept',
      declineChangesNothing: true,
      template: templateOf(locale, 'rewards'),
    },
  } as const

  // Required reading has no separate text.
  it.each(
    casesOf(
      CONSENT_STATES.filter((state) => state !== 'reading-required'),
      (state) => USUAL.includes(state),
    ),
  )('no surface shows an English sentence in the state %s', async (state) => {
    await show(
      <>
        <ConsentScreen onDone={() => {}} />
        <ConsentSettings onDelete={() => {}} />
        <ConsentGate usecase="analytics" />
        <ConsentButton />
        <TermsNotice surface="inline" effective="2031-02-01T00:00:00Z" deadline="2031-01-31T00:00:00Z" />
        <form>
          <TermsCheckbox purposes />
        </form>
        <ConsentLink />
      </>,
      { state, locale, messages, config },
    )
    await appear('[data-part="screen-title"]')
    if (state === 'licensed') await appear('[data-part="receipt-title"]')
    for (const fold of document.querySelectorAll('details')) fold.open = true
    if (state.startsWith('update')) await appear('[data-part="diff-clause"], [data-part="diff-change"]')
    const words = wordsOnPage()
    expect(words.length).toBeGreaterThan(5)
    expect(words.filter((text) => ENGLISH.some((sentence) => text.includes(sentence)))).toEqual([])
    // In another script, two Latin words in a row are no word of the language.
    if (['ja', 'ar', 'he'].includes(locale)) expect(words.filter((text) => /[a-z]{2,} [a-z]{2,}/i.test(text))).toEqual([])
  })
})
