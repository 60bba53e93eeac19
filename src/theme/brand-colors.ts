import { formatColor, type Oklch, parseColor } from './color.ts'
import type { ThemeTokens } from './theme.ts'
import { isTokenName, type TokenName } from './token-names.ts'

/** Errors and changes keep their colors, because their meaning is the same for every brand. */
const SAME_FOR_EVERY_BRAND: ReadonlySet<TokenName> = new Set([
  'color-danger',
  'color-danger-soft',
  'color-inserted',
  'color-deleted',
])
/** A brand color with less chroma is almost gray, and makes its neutral colors grayer too. */
const COLORFUL = 0.08

/**
 * Returns the colors of a theme in the hue of a brand. The brand color itself becomes `color-accent` in both schemes. All other colors keep
 * their lightness, so the theme keeps its contrast.
 */
export function toBrandColors(brand: Oklch, asWritten: string, base: ThemeTokens): ThemeTokens {
  const strength = Math.min(1, brand.c / COLORFUL)
  const tint = (value: string): string => {
    const color = parseColor(value)
    return color === undefined ? value : formatColor({ ...color, c: color.c * strength, h: brand.h })
  }
  const colors: Partial<Record<TokenName, ThemeTokens[TokenName]>> = { 'color-accent': asWritten }
  for (const [name, value] of Object.entries(base)) {
    if (!isTokenName(name) || !name.startsWith('color-') || name === 'color-accent' || value === undefined) continue
    if (SAME_FOR_EVERY_BRAND.has(name)) colors[name] = value
    else colors[name] = typeof value === 'string' ? tint(value) : { light: tint(value.light), dark: tint(value.dark) }
  }
  return colors
}
