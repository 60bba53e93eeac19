import { contrast, parseColor } from '../../../src/theme/color.ts'
import { CONTRAST_RULES, type ContrastRule } from '../../../src/theme/contrast-rules.ts'
import { completeTokens, readValue, type Scheme } from '../../../src/theme/formats/token-values.ts'
import type { Theme } from '../../../src/theme/index.ts'

/** The lowest contrast of a group of colors, and the one that it needs. */
export interface LowestContrast {
  readonly label: string
  readonly ratio: number
  readonly minimum: number
}

/** The groups in which contrast is shown. Each rule of the theme is in one of them. */
const GROUPS: readonly { readonly label: string; readonly includes: (rule: ContrastRule) => boolean }[] = [
  { label: 'Full terms', includes: ({ color, role }) => role === 'The text of terms' || color === 'color-link' },
  {
    label: 'Other text',
    includes: ({ color, role }) =>
      role === 'Text' || role === 'Secondary text' || role === 'An error' || color === 'color-mark-text',
  },
  { label: 'Links', includes: ({ color }) => color === 'color-accent' },
  { label: 'Focus ring', includes: ({ color }) => color === 'color-focus' },
  { label: 'Agree and Decline', includes: ({ color }) => color === 'color-decision-text' },
  { label: 'Edges of controls', includes: ({ color }) => color === 'color-border-strong' || color === 'color-decision-border' },
]

/** Returns the lowest contrast of each group in a scheme. A color that only a browser can compute is left out: the report names it. */
export function contrastsOf(theme: Theme, scheme: Scheme): readonly LowestContrast[] {
  const tokens = completeTokens(theme)
  const colorOf = (name: ContrastRule['color']) => parseColor(readValue(tokens, name, scheme))
  return GROUPS.map(({ label, includes }) => {
    const rules = CONTRAST_RULES.filter(includes)
    const ratios = rules.flatMap(({ color, on }) => {
      const [one, two] = [colorOf(color), colorOf(on)]
      return one === undefined || two === undefined ? [] : [contrast(one, two)]
    })
    return { label, ratio: Math.min(21, ...ratios), minimum: Math.min(...rules.map(({ minimum }) => minimum)) }
  })
}

/** Writes a ratio with one decimal, rounded down, so that it never looks better than it is. */
export function formatRatio(ratio: number): string {
  return (Math.floor(ratio * 10 + 0.01) / 10).toFixed(1)
}
