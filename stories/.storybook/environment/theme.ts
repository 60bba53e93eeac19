import type { Appearance } from '../../../src/index.ts'
import { createTheme, type Density, type Theme } from '../../../src/theme/index.ts'
import { SHIPPED_THEMES } from '../../../src/theme/shipped-themes.ts'
import { readKeptAppearance, readKeptTheme } from '../../workshop/kept-theme.ts'
import type { Environment } from './toolbar.ts'

/** Returns the theme that the toolbar names, in its density. The theme lab keeps "yours" in this browser. `undefined`: the tokens of `licet/styles.css`. */
export function toTheme({ theme: name, density }: Environment): Theme | undefined {
  const theme = name === 'yours' ? (readKeptTheme() ?? SHIPPED_THEMES.plain) : SHIPPED_THEMES[name]
  if (density === 'theme') return theme
  return createTheme({
    density: density satisfies Density,
    ...(theme && { base: theme.tokens, icons: theme.icons, composition: theme.composition }),
  })
}

/** Returns the logo that the theme "yours" has. */
export function logoOf({ theme }: Environment): Pick<Appearance, 'logo'> {
  const { logo } = theme === 'yours' ? readKeptAppearance() : {}
  return logo === undefined ? {} : { logo }
}

/** Gives every part on the page the theme, as a style sheet of a host app does, and paints the canvas in its colors. */
export function paintTheme(theme: Theme | undefined, scheme: Environment['scheme']): void {
  document.documentElement.style.colorScheme = scheme === 'system' ? 'light dark' : scheme
  // axe takes a page without a background for a white one.
  document.body.style.background = theme?.variables['color-surface'] ?? 'Canvas'
  document.body.style.color = theme?.variables['color-text'] ?? 'CanvasText'
  sheetOf('licet-story-theme').textContent = theme?.toCss(':where([data-licet]:not([data-licet] *))') ?? ''
}

/** Returns the style element with an id. It is created at the first call. */
export function sheetOf(id: string): HTMLStyleElement {
  const found = document.getElementById(id)
  if (found instanceof HTMLStyleElement) return found
  const sheet = document.createElement('style')
  sheet.id = id
  document.head.append(sheet)
  return sheet
}
