import { type Theme, toDtcg, toShadcn, toTailwind, toTypeScript } from '../../../src/theme/index.ts'

/** A file that a theme can be written to. */
export interface ThemeFormat {
  readonly id: string
  readonly label: string
  readonly file: string
  readonly write: (theme: Theme) => string
}

/** The formats of the export, in the order of the list. */
export const THEME_FORMATS: readonly ThemeFormat[] = [
  { id: 'css', label: 'CSS', file: 'licet-theme.css', write: (theme) => theme.toCss() },
  { id: 'json', label: 'JSON', file: 'licet.tokens.json', write: (theme) => `${JSON.stringify(toDtcg(theme), null, 2)}\n` },
  { id: 'typescript', label: 'TypeScript', file: 'licet-theme.ts', write: (theme) => toTypeScript(theme) },
  { id: 'tailwind', label: 'Tailwind', file: 'licet-tailwind.css', write: toTailwind },
  { id: 'shadcn', label: 'shadcn/ui', file: 'licet-shadcn.css', write: toShadcn },
]
