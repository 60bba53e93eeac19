import { describe, expect, test } from 'vitest'
import { prepareTerms } from '../../../src/components/terms/prepare-terms.ts'
import type { TermsNode } from '../../../src/components/terms/terms-node.ts'
import { lintTerms } from '../../../src/terms/lint/index.ts'
import { parseDocument } from '../../../src/terms/markdown/parse-document.ts'

/** Headings, the slug that GitHub gives the last one, and the id that the screen gives it. */
const HEADINGS: readonly (readonly [headings: readonly string[], slug: string, id: string])[] = [
  [['What we use'], 'what-we-use', 'what-we-use'],
  [['1. Data & uses'], '1-data--uses', '1-data-uses'],
  [['Don’t share / sell'], 'dont-share--sell', 'don-t-share-sell'],
  [['E-mail: a_b (new)'], 'e-mail-a_b-new', 'e-mail-a-b-new'],
  [['**Your** `data` and [rights](https://a.example)'], 'your-data-and-rights', 'your-data-and-rights'],
  [['🔒 Privacy'], '-privacy', 'privacy'],
  [['Data', 'Data'], 'data-1', 'data-2'],
  [['Data', 'Data', 'Data'], 'data-2', 'data-3'],
  [['Data', 'Data', 'Data 1'], 'data-1-1', 'data-1'],
  [['Données à caractère personnel'], 'données-à-caractère-personnel', 'données-à-caractère-personnel'],
  [['第1条（データ）'], '第1条データ', '第1条-データ'],
  [['ما البيانات؟'], 'ما-البيانات', 'ما-البيانات'],
  [['נתונים, שימושים'], 'נתונים-שימושים', 'נתונים-שימושים'],
  [['डेटा क्यों?'], 'डेटा-क्यों', 'डेटा-क्यों'],
]

const WORDS = { leaves: (host: string) => host, image: (text: string) => text, blocked: 'blocked' }

function textOf(headings: readonly string[], link: string): string {
  return `${headings.map((heading) => `## ${heading}\n\nWords.`).join('\n\n')}\n\n${link}\n`
}

function linksOf(nodes: readonly TermsNode[]): unknown[] {
  return nodes.flatMap(({ tagName, properties, children = [] }) => [
    ...(tagName === 'a' ? [properties?.href] : []),
    ...linksOf(children),
  ])
}

/** Returns the links of a text on screen, and the ids of its headings. */
function shownIn(text: string) {
  const { children, headings } = prepareTerms(parseDocument(text) as { children: TermsNode[] }, {
    prefix: 'terms-',
    headingLevel: 2,
    words: WORDS,
  })
  return { links: linksOf(children), ids: headings.map(({ id }) => id) }
}

function deadIn(text: string): unknown[] {
  return lintTerms(text).filter(({ rule }) => rule === 'dead_reference')
}

describe.each(HEADINGS)('a link to the last of the headings %j', (headings, slug, id) => {
  test.each([
    ['its slug', `[See](#${slug})`],
    ['its slug, percent-encoded', `[See](#${encodeURIComponent(slug)})`],
    ['its slug in a definition', `[See][there]\n\n[there]: #${slug}`],
  ])('that says %s leads there and is no fault', (_, link) => {
    const text = textOf(headings, link)
    expect(deadIn(text)).toEqual([])
    const { links, ids } = shownIn(text)
    expect(ids.at(-1)).toBe(`terms-${id}`)
    expect(links.at(-1)).toBe(`#terms-${id}`)
  })
})

test('a link to the id on screen leads there, where no slug is equal', () => {
  const text = textOf(['Don’t sell'], '[See](#don-t-sell)')
  expect(deadIn(text)).toEqual([])
  expect(shownIn(text).links).toEqual(['#terms-don-t-sell'])
})

test.each(['nowhere', 'data-3', 'Data', '%E0%A4%A'])('a link to #%s, which no heading has, is reported', (slug) => {
  expect(deadIn(textOf(['Data', 'Data '], `[See](#${slug})`))).toHaveLength(1)
})

// GitHub shows these marks as text, or refuses them with the HTML.
test.each(['## Data {: #own }', '## <a name="own"></a>Data', '## Data {#own}'])(
  'an anchor that Markdown does not know is none: %s',
  (heading) => {
    expect(deadIn(`${heading}\n\n[See](#own)\n`)).toMatchObject([{ fix: expect.stringContaining('has no anchors') }])
  },
)
