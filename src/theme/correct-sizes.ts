import type { ThemeCorrection, ThemeTokens } from './theme.ts'
import type { TokenName } from './token-names.ts'

/** The least sizes in pixels: of a touch target (WCAG 2.2, 2.5.5), and of the focus outline (2.4.13). */
const LEAST_PX: readonly (readonly [token: TokenName, px: number, why: string])[] = [
  ['target', 44, 'A touch target is at least 44 px high.'],
  ['focus-width', 2, 'The outline of the focus is at least 2 px wide.'],
]
const PX_PER_REM = 16

/** Returns the sizes that are too small, with the size to use instead. Only px and rem can be compared. */
export function correctSizes(tokens: ThemeTokens): ThemeCorrection[] {
  return LEAST_PX.flatMap(([token, least, why]) => {
    const asked = tokens[token]
    const px = typeof asked === 'string' ? toPx(asked) : undefined
    return typeof asked === 'string' && px !== undefined && px < least ? [{ token, asked, given: `${least}px`, why }] : []
  })
}

function toPx(value: string): number | undefined {
  const [, number, unit] = /^(-?[\d.]+)(px|rem)?$/.exec(value) ?? []
  if (number === undefined) return undefined
  return Number(number) * (unit === 'rem' ? PX_PER_REM : 1)
}
