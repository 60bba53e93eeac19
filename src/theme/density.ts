import type { ThemeTokens } from './theme.ts'

/** How much space is between elements. Touch targets are at least 44 px high in every density. */
export type Density = 'compact' | 'regular' | 'roomy'

const spaces = (...[one, two, three, four, five, six, seven]: readonly number[]): ThemeTokens => ({
  'space-1': `${one}px`,
  'space-2': `${two}px`,
  'space-3': `${three}px`,
  'space-4': `${four}px`,
  'space-5': `${five}px`,
  'space-6': `${six}px`,
  'space-7': `${seven}px`,
})

/** The tokens of each density. All lengths are on the grid of 4 px. */
export const DENSITIES: Readonly<Record<Density, ThemeTokens>> = {
  compact: { ...spaces(4, 4, 8, 12, 16, 24, 32), 'font-line-height': '1.4', 'font-line-height-text': '1.5', target: '44px' },
  regular: { ...spaces(4, 8, 12, 16, 24, 32, 48), 'font-line-height': '1.5', 'font-line-height-text': '1.6', target: '44px' },
  roomy: { ...spaces(4, 12, 16, 20, 32, 48, 64), 'font-line-height': '1.6', 'font-line-height-text': '1.7', target: '52px' },
}
