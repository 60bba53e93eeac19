import type { Appearance } from '../../src/index.ts'
import { createTheme, type Density, type Theme, type ThemeInput, type ThemeTokens } from '../../src/theme/index.ts'
import { SHIPPED_THEMES } from '../../src/theme/shipped-themes.ts'

/** The key in `localStorage` under which the theme lab keeps its theme. Other pages of the origin get a `storage` event when it changes. */
export const KEPT_THEME_KEY = 'licet.workshop.theme'

/** What a person chose in the theme lab. A member that is absent keeps the value of `base`. It is kept as JSON. */
export interface ThemeChoices {
  /** The name of a shipped theme, for example `warm`. Absent: the theme of `licet/styles.css`. */
  readonly base?: string | undefined
  /** A CSS color. */
  readonly brand?: string | undefined
  /** A CSS value for `font-family`, of text and headings. */
  readonly font?: string | undefined
  /** The radius of corners in px. */
  readonly radius?: number | undefined
  readonly density?: Density | undefined
  /** The logo of the company as a `data:` URL. */
  readonly logo?: string | undefined
  /** Pasted tokens. They replace the tokens of `base`, and the other choices replace them. */
  readonly tokens?: ThemeTokens | undefined
}

/**
 * Creates the theme of the choices.
 *
 * @throws {TypeError} when a choice is not valid, for example a brand that is not a color.
 */
export function toTheme({ base, brand, font, radius, density, tokens }: ThemeChoices): Theme {
  const start = base === undefined ? undefined : SHIPPED_THEMES[base]
  const input: ThemeInput = {
    base: { ...start?.tokens, ...tokens },
    icons: start?.icons,
    ...(brand !== undefined && { brand }),
    ...(density !== undefined && { density }),
    ...(font !== undefined && { 'font-family': font, 'font-family-heading': font }),
    ...(radius !== undefined && { radius: `${radius}px`, 'radius-control': `${radius}px` }),
  }
  return createTheme(input)
}

/** Keeps the choices in this browser. Without storage, for example in a private window, they last until the page closes. */
export function keepTheme(choices: ThemeChoices): void {
  try {
    localStorage.setItem(KEPT_THEME_KEY, JSON.stringify(choices))
  } catch {
    // The browser blocks storage, or it is full.
  }
}

/** Returns the choices that were kept, or `undefined` when there are none or they are damaged. */
export function readKeptChoices(): ThemeChoices | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_THEME_KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || Object.keys(kept).length === 0) return undefined
    toTheme(kept)
    return kept
  } catch {
    return undefined
  }
}

/** What a theme and a logo set for a provider. */
export type ThemeAppearance = Pick<Appearance, 'variables' | 'icons' | 'logo'>

/** Returns the kept theme and logo for a provider. Empty when nothing was kept. */
export function readKeptAppearance(): ThemeAppearance {
  const choices = readKeptChoices()
  return choices === undefined ? {} : toAppearance(toTheme(choices), choices.logo)
}

/** Returns a theme and a logo for a provider. */
export function toAppearance({ variables, icons }: Theme, logo: string | undefined): ThemeAppearance {
  return { variables, icons, ...(logo !== undefined && { logo }) }
}

/** Returns the theme that was kept: the theme "yours" of the toolbar. */
export function readKeptTheme(): Theme | undefined {
  const choices = readKeptChoices()
  return choices && toTheme(choices)
}
