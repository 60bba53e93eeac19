import { type Theme, toDtcg, toShadcn, toTailwind, toTypeScript } from '../../../src/theme/index.ts'
import type { OfferedFile } from '../shared/files-dialog.tsx'

/** Returns the files that a theme can be written to. */
export function themeFiles(theme: Theme): readonly OfferedFile[] {
  return [
    { label: 'CSS', name: 'licet-theme.css', write: () => theme.toCss() },
    { label: 'JSON', name: 'licet.tokens.json', write: () => `${JSON.stringify(toDtcg(theme), null, 2)}\n` },
    { label: 'TypeScript', name: 'licet-theme.ts', write: () => toTypeScript(theme) },
    { label: 'Tailwind', name: 'licet-tailwind.css', write: () => toTailwind(theme) },
    { label: 'shadcn/ui', name: 'licet-shadcn.css', write: () => toShadcn(theme) },
  ]
}
