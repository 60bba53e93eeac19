import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LicenseSummary, TermsDiff, TermsDocument } from '../../../src/components/index.ts'
import { loadText } from '../../../src/components/terms/load-text.ts'
import he from '../../../src/locales/he.ts'
import { diffLicense, diffTerms } from '../../../src/terms/diff/index.ts'
import { compileTerms, compileTermsTree, defineAgreement } from '../../../src/terms/index.ts'
import { templateOf } from '../../fixtures/templates.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)
// Loads the parser and the table plugin before the tests, so that no test waits for them.
beforeAll(() => loadText('~~a~~'))

const agreement = defineAgreement({
  company: { name: 'Acme *& Sons* <b>', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
  jurisdiction: 'Ireland',
  compensation: '10 points [free](javascript:alert(1))',
  expiry: '2031-01-31T00:00:00Z',
  purposes: ['analytics', { usecase: 'retargeting' }],
})

const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  [
    'HTML and scripts',
    '<script>window.harmed = 1</script>\n\n<img src=x onerror="window.harmed = 1"> <b onclick="window.harmed = 1">bold</b>\n\n<style>body{display:none}</style>',
  ],
  [
    'links that run',
    '[a](javascript:window.harmed=1) [b](data:text/html,<script>window.harmed=1</script>) [c](vbscript:x) <javascript:window.harmed=1> [d]( JaVaScRiPt:window.harmed=1)',
  ],
  ['images that phone home', '![pixel](https://spy.example/p.gif) ![x](data:image/svg+xml,<svg onload=window.harmed=1>)'],
  [
    'footnotes, tables, tasks',
    'A[^1]\n\n[^1]: Note\n\n| a | b |\n| - | - |\n| 1 | <i>2</i> |\n\n- [x] done\n- [ ] not\n\n~~gone~~',
  ],
  ['nesting of a thousand', `${'- '.repeat(1000)}deep`],
  ['quotes of a thousand', `${'>'.repeat(1000)} deep`],
  ['ten thousand links', '[l](https://a.example/) '.repeat(10_000)],
  ['two megabytes', 'word '.repeat(400_000)],
  ['direction overrides and invisible characters', 'You pay \u202E001\u202C\u200B euro \u2066x\u2069'],
]

/** Returns the left edge of the first occurrence of a text on screen, in CSS pixels. */
function leftEdgeOf(root: Element, text: string): number | undefined {
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const at = node.nodeValue?.indexOf(text) ?? -1
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + text.length)
    return range.getBoundingClientRect().left
  }
  return undefined
}

describe('a terms document', () => {
  it('gives the same document from the shipped tree as from the Markdown parser', async () => {
    const text = compileTerms(agreement)
    await show(<TermsDocument text={text} locale="en" idPrefix="t-" />)
    await appear('[data-part="terms"][data-state="shown"]')
    const parsed = find('[data-part="terms-text"]').innerHTML
    await show(<TermsDocument text={text} locale="en" idPrefix="t-" tree={compileTermsTree(agreement)} />)
    await appear('[data-part="terms"][data-state="shown"]')
    expect(find('[data-part="terms-text"]').innerHTML).toBe(parsed)
    expect(find('[data-part="terms-text"]').querySelector('[href^="javascript"], b')).toBeNull()
  })

  it.each(HOSTILE)('H1: shows %s safely, and marks it', async (_, text) => {
    const before = performance.getEntriesByType('resource').length
    let shown: string | undefined
    await show(<TermsDocument text={text} locale="en" onShown={(now) => (shown = now)} />)
    await expect.poll(() => shown).toBe(text)
    const region = find('[data-part="terms-text"]')
    expect(
      region.querySelectorAll('script, style, img, iframe, object, embed, form, input, svg, [onclick], [onerror], [style]'),
    ).toHaveLength(0)
    for (const link of region.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^(https?:|mailto:|#)/)
    expect('harmed' in window).toBe(false)
    const spied = performance
      .getEntriesByType('resource')
      .slice(before)
      .map(({ name }) => new URL(name).origin)
      .filter((origin) => origin !== location.origin)
    expect(spied).toEqual([])
    let depth = 0
    for (let node: Element | null = region; node !== null; node = node.firstElementChild) depth++
    expect(depth).toBeLessThan(120)
  })

  it('H1: shows hidden characters, with a notice', async () => {
    await show(<TermsDocument text={HOSTILE[8]?.[1] ?? ''} locale="en" />)
    const mark = await appear('.licet-terms-mark')
    expect(mark.textContent).toBe('U+202E')
    expect(find('[data-part="terms-notice"]').textContent).toContain('invisible')
    expect(find('[data-part="terms-text"]').textContent).not.toMatch(/[\u202A-\u202E\u200B]/)
  })

  // Regression: a text that is too long to format showed hidden characters without a mark.
  it('H1: names hidden characters in a text that is too long to format, with a notice', async () => {
    await show(<TermsDocument text={`${'word '.repeat(400_000)}\n\nYou pay \u202E001\u202C euro`} locale="en" />)
    await appear('[data-part="terms-plain"]:last-of-type')
    expect(find('[data-part="terms-plain"]:last-of-type').textContent).toBe('You pay  U+202E 001 U+202C  euro')
    const notices = [...document.querySelectorAll('[data-part="terms-notice"]')].map(({ textContent }) => textContent)
    expect(notices).toEqual([expect.stringContaining('invisible'), expect.stringContaining('very long')])
  })

  // Regression: the isolates of the shipped Arabic terms counted as an attack.
  it.each([
    ['from its tree', true],
    ['through the parser', false],
  ])('experience 17: the Arabic terms with a Latin name have no mark and no warning, %s', async (_, shipped) => {
    const company = { ...agreement.company, name: 'Bramble & Co. (Ireland)' }
    const arabic = defineAgreement({
      company,
      jurisdiction: 'Ireland',
      compensation: null,
      expiry: null,
      template: templateOf('ar', 'rewards'),
    })
    const tree = shipped ? { tree: compileTermsTree(arabic) } : {}
    await show(<TermsDocument text={compileTerms(arabic)} locale="ar" {...tree} />)
    await appear('[data-part="terms"][data-state="shown"]')
    expect(document.querySelectorAll('.licet-terms-mark, [data-part="terms-notice"]')).toHaveLength(0)
    expect(find('[data-part="terms-text"] h3').textContent).toContain(`\u2068${company.name}\u2069`)
  })

  // Regression: with right-to-left marks in the reward, "90 / 10" was signed and "10 / 90" was on screen. Such marks are refused now.
  it.each(['en', 'es', 'ar', 'he', 'ja'])(
    'shows the signed "90 / 10" in that order in the %s terms and their summary',
    async (locale) => {
      const template = templateOf(locale, 'rewards')
      for (const name of ['Acme', 'אקמי', 'شركة']) {
        const defined = defineAgreement({
          ...agreement,
          description: undefined,
          company: { ...agreement.company, name },
          compensation: '90 / 10',
          template,
        })
        for (const tree of [compileTermsTree(defined), undefined]) {
          await show(
            <>
              <TermsDocument text={compileTerms(defined)} locale={locale} {...(tree && { tree })} />
              <LicenseSummary agreement={defined} />
            </>,
          )
          await appear('[data-part="terms"][data-state="shown"]')
          for (const selector of ['[data-part="terms-text"]', '[data-line="reward"] dd']) {
            const [left, right] = ['90', '10'].map((digits) => leftEdgeOf(find(selector), digits))
            expect([name, selector, Number(left) < Number(right)]).toEqual([name, selector, true])
          }
          cleanup()
        }
      }
    },
  )

  // Regression: dir="auto", <bdi> and isolates took the direction of the first letter, so these Hebrew texts ran from left to right.
  it('reads a Hebrew text that begins with a Latin name from right to left, in the terms, the summary and the changes', async () => {
    const text = 'Pomelo נותנת נקודות'
    const template = templateOf('he', 'rewards')
    const [before, defined] = ['5 נקודות', text].map((compensation) =>
      defineAgreement({
        ...agreement,
        description: undefined,
        compensation,
        purposes: [{ usecase: 'analytics', description: text, necessary: true }],
        template,
      }),
    ) as [typeof agreement, typeof agreement]
    const terms = diffTerms('# א\n\nא\n', `# א\n\nא\n\n## ${text}\n\n${text}\n`)
    await show(
      <>
        <TermsDocument text={compileTerms(defined)} locale="he" tree={compileTermsTree(defined)} />
        <LicenseSummary agreement={defined} />
        <TermsDiff terms={terms} license={diffLicense(before, defined)} locale="he" />
      </>,
      { locale: 'he', messages: he },
    )
    await appear('[data-part="terms"][data-state="shown"]')
    for (const selector of [
      '[data-part="terms-text"]',
      '[data-line="reward"] dd',
      '[data-part="purpose-detail"]',
      '[data-part="diff-attributes"]',
      '[data-part="diff-heading"]',
      '[data-part="diff-text"]',
    ]) {
      const [name, verb] = ['Pomelo', 'נותנת'].map((word) => leftEdgeOf(find(selector), word))
      expect([selector, Number(name) > Number(verb)]).toEqual([selector, true])
    }
  })

  it('H1: names hidden characters in the list of clauses too', async () => {
    await show(<TermsDocument text={'# A\n\n## You\u202E yap\n\na\n\n## B\n\nb'} locale="en" />)
    expect((await appear('[data-part="terms-outline"] a')).textContent).toBe('You U+202E  yap')
  })

  it('H1: a link names its host to screen readers, and shows it for a look-alike or misleading text', async () => {
    await show(
      <TermsDocument
        text={'[terms](https://a.example/x) [b.example](https://c.example/) [here](https://аpple.com/)'}
        locale="en"
      />,
    )
    await appear('[data-part="terms-text"] a')
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-part="terms-text"] a')]
    expect(links.map((link) => link.textContent)).toEqual([
      'terms (opens a.example in a new tab)',
      'b.example (opens c.example in a new tab)',
      'here (opens xn--pple-43d.com in a new tab)',
    ])
    expect(links.map((link) => link.querySelector('.licet-terms-note') !== null)).toEqual([false, true, true])
    for (const link of links) expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer nofollow'])
  })

  it('experience 17: shows the language of the terms when it differs from the interface', async () => {
    await show(<TermsDocument text="# Términos" locale="es" />)
    await appear('[data-part="terms"][data-state="shown"]')
    expect(find('[data-part="terms-text"]').lang).toBe('es')
    expect(find('[data-part="terms-meta"]').textContent).toContain('These terms are in Spanish.')
  })

  it('experience 19: a table reflows at 320 px, and each cell has the name of its column', async () => {
    await show(<TermsDocument text={'| Data | Kept for |\n| --- | --- |\n| Receipts | Two years |'} locale="en" />, { width: 320 })
    const cell = await appear('[data-part="terms-text"] td:last-child')
    expect(getComputedStyle(cell, '::before').content).toBe('"Kept for"')
    expect([cell.getAttribute('role'), getComputedStyle(cell).display]).toEqual(['cell', 'block'])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    await expectAccessible()
  })
})
