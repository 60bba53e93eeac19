import '@fontsource-variable/inter'
import { firstFont } from '../shared/font-names.ts'

/** A font of the list. */
export interface ListedFont {
  readonly name: string
  /** A CSS value for `font-family`. */
  readonly family: string
  /** Only some devices have it. On the others, the list leaves it out. */
  readonly isOnSomeDevices?: boolean
}

/** The fonts that the theme lab can show: Inter, which this page loads, and the fonts of the device. */
const FONTS: readonly ListedFont[] = [
  { name: 'System', family: 'system-ui, sans-serif' },
  { name: 'Inter', family: 'Inter Variable, Inter, system-ui, sans-serif' },
  { name: 'Serif', family: 'ui-serif, Georgia, serif' },
  { name: 'Fixed width', family: 'ui-monospace, monospace' },
  { name: 'Verdana', family: 'Verdana, sans-serif', isOnSomeDevices: true },
  { name: 'Avenir', family: 'Avenir Next, Avenir, sans-serif', isOnSomeDevices: true },
]

/** Letters whose widths differ much between fonts. */
const SAMPLE = 'mmmMMMiiilllWWW@0123'

/** Returns the fonts that a person sees on this device after choosing them. */
export function listFonts(): readonly ListedFont[] {
  return FONTS.filter(({ family, isOnSomeDevices }) => !isOnSomeDevices || hasFont(family))
}

/** Returns whether this page can show the first font of a CSS list: text then has the same width with every fallback. */
export function hasFont(families: string): boolean {
  const font = firstFont(families)
  const context = document.createElement('canvas').getContext('2d')
  if (font === undefined || context === null) return true
  const widthWith = (fallback: string) => {
    context.font = `64px ${JSON.stringify(font)}, ${fallback}`
    return context.measureText(SAMPLE).width
  }
  return widthWith('monospace') === widthWith('serif')
}
