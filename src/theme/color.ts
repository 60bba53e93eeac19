import {
  clampChroma,
  clampRgb,
  formatHex as culoriHex,
  formatHex8,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeP3,
  modeRgb,
  parse,
  useMode as registerSpace,
  wcagLuminance,
} from 'culori/fn'

const toRgb = registerSpace(modeRgb)
const toOklch = registerSpace(modeOklch)
// `parse` and the conversions know only the color spaces that are registered.
for (const mode of [modeLrgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeP3]) registerSpace(mode)

/** A color in OKLCH: lightness from 0 to 1, chroma, hue in degrees, opacity from 0 to 1. */
export interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
  readonly alpha: number
}

const BLACK: Oklch = { l: 0, c: 0, h: 0, alpha: 1 }
const WHITE: Oklch = { l: 1, c: 0, h: 0, alpha: 1 }

/** Reads a CSS color. Returns `undefined` for a value that only a browser can compute, such as `var()` or `color-mix()`. */
export function parseColor(value: string): Oklch | undefined {
  const color = toOklch(parse(value))
  return color && { l: color.l, c: color.c, h: color.h ?? 0, alpha: color.alpha ?? 1 }
}

/** Returns the color as CSS, inside of sRGB: the chroma is reduced until every screen can show it. */
export function formatColor({ l, c, h, alpha }: Oklch): string {
  const { l: lightness, c: chroma, h: hue } = clampChroma({ mode: 'oklch', l: clamp(l), c, h }, 'oklch')
  const rounded = chroma < 0.0005 ? [round(lightness, 4), 0, 0] : [round(lightness, 4), round(chroma, 4), round(hue ?? 0, 2)]
  return `oklch(${rounded.join(' ')}${alpha < 1 ? ` / ${round(alpha, 3)}` : ''})`
}

/** Returns the color as `#rrggbb`, or `#rrggbbaa` when it is translucent. */
export function formatHex(color: Oklch): string {
  const rgb = clampRgb(toRgb({ mode: 'oklch', ...color }))
  return color.alpha < 1 ? formatHex8(rgb) : culoriHex(rgb)
}

/** Returns the red, green and blue of the color in sRGB, from 0 to 1. */
export function toSrgb(color: Oklch): readonly [number, number, number] {
  const { r, g, b } = clampRgb(toRgb({ mode: 'oklch', ...color }))
  return [round(r, 4), round(g, 4), round(b, 4)]
}

/** Returns the contrast of two opaque colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Oklch, two: Oklch): number {
  const [first, second] = [luminance(one), luminance(two)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

const luminances = new WeakMap<Oklch, number>()

/** Returns the relative luminance. It is kept, because a correction compares each background with many candidates. */
function luminance(color: Oklch): number {
  const known = luminances.get(color)
  if (known !== undefined) return known
  const computed = wcagLuminance(clampRgb(toRgb({ mode: 'oklch', ...color })))
  luminances.set(color, computed)
  return computed
}

/** Returns black or white: whichever has more contrast with the color. */
export function inkFor(background: Oklch): Oklch {
  return contrast(BLACK, background) >= contrast(WHITE, background) ? BLACK : WHITE
}

/** Returns the number with at most so many decimals. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
