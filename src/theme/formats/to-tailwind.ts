import type { Theme } from '../theme.ts'
import { TOKEN_NAMES } from '../token-names.ts'
import { tailwindName } from './from-css.ts'

/**
 * Returns CSS for Tailwind CSS 4: the variables of the theme, and a `@theme inline` that turns them into utilities, such as
 * `bg-licet-surface`, `text-licet-muted` and `rounded-licet`.
 */
export function toTailwind(theme: Theme): string {
  const named = TOKEN_NAMES.filter((token) => /^(?:color|space|radius|font-family)/.test(token))
  const lines = named.map((token) => `  --${tailwindName(token)}: var(--licet-${token});`)
  // On `:root` too, because the utilities are also for elements outside of the kit.
  return `${theme.toCss(':root, [data-licet]')}\n@theme inline {\n${lines.join('\n')}\n}\n`
}
