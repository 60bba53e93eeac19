import { sheetOf } from './theme.ts'
import type { Environment } from './toolbar.ts'

/** Matches always, and never. */
const ON = 'all'
const OFF = 'not all'

/** The queries of the style sheets as they were written. */
const written = new WeakMap<CSSMediaRule, string>()

/**
 * The colors of a dark Windows contrast theme. A page cannot change the system colors themselves: a rule that uses one keeps the color of
 * the device.
 */
const FORCED_COLORS = `
*, ::before, ::after {
  forced-color-adjust: none !important; background-color: #000 !important; color: #fff !important; border-color: #fff !important;
  box-shadow: none !important; text-shadow: none !important; accent-color: #1aebff !important;
}
:root, body { color-scheme: dark !important; background: #000 !important; }
a, a * { color: #ffff00 !important; }
button, button * { color: #fff !important; }
[aria-disabled='true'], :disabled { color: #3ff23f !important; }
:focus-visible { outline-color: #1aebff !important; }
svg, svg * { background-color: transparent !important; }
`

/**
 * Emulates preferences of the person, as far as a page can: rewrites the media queries of its style sheets, so that they match or not.
 * Scripts that ask `matchMedia` get the preference of the device.
 */
export function emulateMedia({ contrast, motion }: Pick<Environment, 'contrast' | 'motion'>): void {
  sheetOf('licet-story-forced-colors').textContent = contrast === 'forced' ? FORCED_COLORS : ''
  for (const sheet of document.styleSheets) rewrite(sheet.cssRules, { contrast, motion })
}

function rewrite(rules: CSSRuleList, wanted: Pick<Environment, 'contrast' | 'motion'>): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      if (!written.has(rule)) written.set(rule, rule.media.mediaText)
      const query = written.get(rule) ?? ''
      const text = answer(query, wanted) ?? query
      if (rule.media.mediaText !== text) rule.media.mediaText = text
    }
    if (rule instanceof CSSGroupingRule) rewrite(rule.cssRules, wanted)
  }
}

/** Returns whether a query matches in the emulated preferences; `undefined` when it asks for something else. */
function answer(query: string, { contrast, motion }: Pick<Environment, 'contrast' | 'motion'>): string | undefined {
  const is = (matches: boolean) => (matches ? ON : OFF)
  if (query.includes('prefers-contrast: more')) return contrast === 'normal' ? undefined : is(true)
  if (query.includes('forced-colors: active')) return contrast === 'normal' ? undefined : is(contrast === 'forced')
  if (query.includes('forced-colors: none')) return contrast === 'normal' ? undefined : is(contrast !== 'forced')
  if (query.includes('prefers-reduced-motion: no-preference')) return motion === 'system' ? undefined : is(motion === 'full')
  if (query.includes('prefers-reduced-motion: reduce')) return motion === 'system' ? undefined : is(motion === 'reduced')
  return undefined
}
