import { formatColor, inkFor, parseColor } from '../color.ts'
import type { Theme } from '../theme.ts'
import { SHADCN_NAMES } from './from-css.ts'
import { completeTokens, readValue, type Scheme } from './token-values.ts'

/** Variables of shadcn/ui that have the value of another one. */
const SAME: readonly (readonly [variable: string, as: string])[] = [
  ['card', 'background'],
  ['card-foreground', 'foreground'],
  ['popover', 'background'],
  ['popover-foreground', 'foreground'],
  ['accent-foreground', 'foreground'],
]

/** Returns the theme as the variables of shadcn/ui: `:root { --background: …; }` for light and `.dark { … }` for dark. */
export function toShadcn(theme: Theme): string {
  return `:root {\n${block(theme, 'light')}}\n\n.dark {\n${block(theme, 'dark')}}\n`
}

function block(theme: Theme, scheme: Scheme): string {
  const tokens = completeTokens(theme)
  const values = new Map(
    SHADCN_NAMES.filter(([, token]) => scheme === 'light' || token.startsWith('color-'))
      .map(([variable, token]) => [variable, readValue(tokens, token, scheme)] as const)
      .filter(([, value]) => value !== 'inherit'),
  )
  for (const [variable, as] of SAME) values.set(variable, values.get(as) ?? '')
  for (const variable of ['primary', 'destructive']) {
    const color = parseColor(values.get(variable) ?? '')
    if (color !== undefined) values.set(`${variable}-foreground`, formatColor(inkFor(color)))
  }
  return [...values].map(([variable, value]) => `  --${variable}: ${value};\n`).join('')
}
