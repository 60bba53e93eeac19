import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { transform } from 'lightningcss'
import { describe, expect, it } from 'vitest'
import { minifyStyles } from '../../../src/theme/build/minify-styles.ts'
import { readStyles } from '../../../src/theme/build/styles-plugin.ts'
import { toCssTokens } from '../../../src/theme/build/tokens-css.ts'
import { TOKEN_NAMES } from '../../../src/theme/index.ts'
import { contrast } from '../../fixtures/contrast.ts'

const css = readStyles()
/** The style sheet without comments. */
const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
const tokens = JSON.parse(readFileSync(join(import.meta.dirname, '../../../src/theme/tokens.json'), 'utf8'))

describe('the style sheet', () => {
  it('is at most 9 kB gzip', () => {
    // Removes white space only, so every minifier does at least as well.
    const small = bare
      .replaceAll(/\s*([{};,>])\s*/g, '$1')
      .replaceAll(/:\s+/g, ':')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(';}', '}')
    expect(gzipSync(small, { level: 9 }).length).toBeLessThanOrEqual(9 * 1024)
  })

  it('has three layers in order, and outside them only resets, the buttons of the decision and the outline of a title', () => {
    expect(css.startsWith('@layer reset, base, mantine, components;')).toBe(true)
    const names = [...css.matchAll(/^@layer (\S+) \{/gm)].map(([, name]) => name)
    expect(names).toEqual(['tokens', 'base', 'components'].map((name) => `components.licet.${name}`))
    const outside = bare.slice(bare.lastIndexOf(':where([data-licet], [data-licet] *):not'))
    const selectors = [...outside.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector.trim())
    const others = selectors.slice(1, -1).filter((selector) => !selector.includes('#licet-guard') && !selector.startsWith('@media'))
    expect(others).toEqual([])
  })

  // Lightning CSS replaces light-dark() by variables that need a `color-scheme` in the same sheet. All colors would be lost.
  it('keeps its colors in a bundler that targets older browsers', () => {
    const targets = { chrome: 111 << 16, firefox: 114 << 16, safari: (16 << 16) | (4 << 8) }
    const lowered = transform({ filename: 'styles.css', code: Buffer.from(css), targets, minify: true }).code.toString()
    const count = (text: string) => text.split('light-dark(').length
    expect(lowered).not.toContain('var(--lightningcss-')
    expect(count(lowered)).toBe(count(bare))
  })

  // Regression: `[class*=' ']` became `[class*=\ ]`, and a build of Next.js with webpack failed with `Unexpected ")" found`.
  it('is published with quotation marks around values with a space, which the minifier of Next.js needs', () => {
    const published = minifyStyles(css)
    expect(published).toContain('[class*=" "]')
    expect(published.match(/\[[^\]"]*\\[^\]]*\]/g)).toBeNull()
  })

  it('uses !important only for print, and only logical properties where a direction matters', () => {
    expect(bare.slice(0, bare.indexOf('@media print'))).not.toContain('!important')
    expect(bare).not.toMatch(
      /[\s;{](?:(?:margin|padding|border)-(?:left|right|top|bottom)|left|right|top|bottom|(?:min-|max-)?(?:width|height)|float|clear)\s*:/,
    )
    expect(bare).not.toMatch(/text-align:\s*(?:left|right)/)
  })

  it('experience 21: styles nothing outside [data-licet], and makes no request', () => {
    for (const [, prelude] of bare.matchAll(/(?:^|[{};])\s*([^@{};]+?)\s*\{/g)) {
      if (prelude === undefined || /^(?:from|to|\d+%)$/.test(prelude)) continue
      for (const selector of splitSelectors(prelude)) expect(selector, prelude).toMatch(/\[data-licet\]|\.licet-/)
    }
    expect(bare).not.toMatch(/url\(|@import|@font-face/)
  })
})

describe('a browser without light-dark()', () => {
  it('gets every token except colors, and system colors for surfaces, borders and links', () => {
    const before = bare.slice(0, bare.indexOf('@supports'))
    const missing = TOKEN_NAMES.filter((name) => !before.includes(`--licet-${name}:`))
    expect(missing.filter((name) => !name.startsWith('color-'))).toEqual([])
    for (const name of ['surface', 'backdrop', 'accent', 'border', 'border-strong', 'decision-border'])
      expect(missing).not.toContain(`color-${name}`)
  })
})

describe('the color scheme', () => {
  it('is the scheme of the page, unless the host sets one', () => {
    // Print is always light, because paper is white.
    const onScreen = bare.replace(/@media print\s*\{\s*\[data-licet\]\s*\{\s*color-scheme: light;\s*\}/, '')
    expect(onScreen).not.toBe(bare)
    const chosen = [...onScreen.matchAll(/([^{};]+)\{\s*color-scheme:\s*([^;}]+)/g)].map(([, selector, scheme]) => [
      selector?.trim(),
      scheme,
    ])
    expect(chosen).toEqual([
      ["[data-licet-theme='light'][data-licet]", 'light'],
      ["[data-licet-theme='dark'][data-licet]", 'dark'],
      ["[data-licet-theme='system'][data-licet]", 'light dark'],
    ])
  })
})

describe('the tokens', () => {
  it('have the names that createTheme() accepts', () => {
    expect(toCssTokens(tokens).map(({ name }) => name)).toEqual([...TOKEN_NAMES])
  })

  it('are refused when one scheme lacks a color', () => {
    expect(() =>
      toCssTokens({
        light: { color: { $type: 'color', a: { $value: { colorSpace: 'oklch', components: [1, 0, 0] } } } },
        dark: {},
      }),
    ).toThrow('must have the same tokens')
  })

  it.each(['light', 'dark'] as const)(
    'experience 19: give text a contrast of 4.5:1, borders of controls 3:1 and the decision 7:1 in %s',
    (scheme) => {
      const color = (name: string) => `oklch(${tokens[scheme].color[name].$value.components.join(' ')})`
      const ratio = (a: string, b: string) => contrast(color(a), color(b))
      for (const name of ['text', 'muted', 'accent', 'danger']) {
        expect(ratio(name, 'surface'), name).toBeGreaterThanOrEqual(4.5)
        expect(ratio(name, 'sunken'), name).toBeGreaterThanOrEqual(4.5)
      }
      expect(ratio('text', 'inserted')).toBeGreaterThanOrEqual(7)
      expect(ratio('text', 'deleted')).toBeGreaterThanOrEqual(7)
      expect(ratio('danger', 'danger-soft')).toBeGreaterThanOrEqual(4.5)
      expect(ratio('border-strong', 'surface')).toBeGreaterThanOrEqual(3)
      expect(ratio('decision-border', 'surface')).toBeGreaterThanOrEqual(3)
      expect(ratio('decision-text', 'decision-surface')).toBeGreaterThanOrEqual(7)
      expect(ratio('decision-text', 'decision-hover')).toBeGreaterThanOrEqual(7)
    },
  )
})

function splitSelectors(prelude: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of prelude) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}
