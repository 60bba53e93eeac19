import { formatColor, inkFor, type Oklch, parseColor } from './color.ts'
import type { ThemeTokens } from './theme.ts'
import { isTokenName, type TokenName } from './token-names.ts'

/** Accept and Decline of a brand: with an edge, or filled with the color of the brand. Both buttons look the same in each. */
export type Choice = 'outlined' | 'filled'

/** Errors and changes keep their colors, because their meaning is the same for every brand. */
const SAME_FOR_EVERY_BRAND: ReadonlySet<TokenName> = new Set([
  'color-danger',
  'color-danger-soft',
  'color-inserted',
  'color-deleted',
])
/** A brand color with less chroma is almost gray, and makes its neutral colors grayer too. */
const COLORFUL = 0.08
/** The least chroma of the surfaces, so that they show the hue of the brand. */
const SURFACE_CHROMA: Partial<Readonly<Record<TokenName, number>>> = {
  'color-surface': 0.008,
  'color-sunken': 0.016,
  'color-accent-soft': 0.04,
  'color-decision-surface': 0.008,
}
/** White has no hue, so a surface is a little darker. */
const LIGHTEST = 0.988
/** How much lighter or darker a filled button is under the pointer. */
const HOVER = 0.05

/**
 * Returns the colors of a theme in the hue of a brand. The brand color itself becomes `color-accent`, `color-link` and the mark of the
 * company in both schemes, and with `filled` the background of both choices. All other colors keep their lightness, so the theme keeps its
 * contrast.
 */
export function toBrandColors(brand: Oklch, asWritten: string, base: ThemeTokens, choice: Choice): ThemeTokens {
  const strength = Math.min(1, brand.c / COLORFUL)
  const tint = (value: string, least = 0): string => {
    const color = parseColor(value)
    if (color === undefined) return value
    const l = least * strength > 0 ? Math.min(color.l, LIGHTEST) : color.l
    return formatColor({ ...color, l, c: Math.max(color.c, least) * strength, h: brand.h })
  }
  const colors: Partial<Record<TokenName, ThemeTokens[TokenName]>> = {
    'color-accent': asWritten,
    'color-link': asWritten,
    'color-mark': asWritten,
    'color-mark-text': formatColor(inkFor(brand)),
  }
  for (const [name, value] of Object.entries(base)) {
    if (!isTokenName(name) || !name.startsWith('color-') || name in colors || value === undefined) continue
    const least = SURFACE_CHROMA[name]
    if (SAME_FOR_EVERY_BRAND.has(name)) colors[name] = value
    else
      colors[name] =
        typeof value === 'string' ? tint(value, least) : { light: tint(value.light, least), dark: tint(value.dark, least) }
  }
  return choice === 'filled' ? { ...colors, ...toFilledChoice(brand, asWritten) } : colors
}

/** Returns the colors of two buttons in the color of a brand, with black or white text. */
function toFilledChoice(brand: Oklch, asWritten: string): ThemeTokens {
  const ink = inkFor(brand)
  // Away from the ink, so that the text keeps its contrast.
  const hover = { ...brand, l: ink.l === 0 ? Math.min(1, brand.l + HOVER) : Math.max(0, brand.l - HOVER) }
  return {
    'color-decision-surface': asWritten,
    'color-decision-hover': formatColor(hover),
    'color-decision-text': formatColor(ink),
    'color-decision-border': asWritten,
  }
}
