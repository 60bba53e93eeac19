/** The names of the design tokens, in the order of `tokens.json`. Each is the CSS variable `--licet-<name>`. */
export const TOKEN_NAMES = [
  'color-surface',
  'color-sunken',
  'color-text',
  'color-muted',
  'color-border',
  'color-border-strong',
  'color-accent',
  'color-link',
  'color-mark',
  'color-mark-text',
  'color-focus',
  'color-accent-soft',
  'color-danger',
  'color-danger-soft',
  'color-inserted',
  'color-deleted',
  'color-decision-surface',
  'color-decision-hover',
  'color-decision-text',
  'color-decision-border',
  'color-backdrop',
  'color-shadow',
  'font-family',
  'font-family-mono',
  'font-family-heading',
  'font-weight-heading',
  'font-size',
  'font-scale',
  'font-line-height',
  'font-line-height-text',
  'font-measure',
  'space-1',
  'space-2',
  'space-3',
  'space-4',
  'space-5',
  'space-6',
  'space-7',
  'radius',
  'radius-control',
  'border-width',
  'border-style',
  'icon-stroke',
  'focus-width',
  'target',
  'duration',
] as const

/** Name of a design token. Accept and Decline share their tokens, so a theme always changes both. */
export type TokenName = (typeof TOKEN_NAMES)[number]

/** Returns whether a text is the name of a design token. */
export function isTokenName(name: string): name is TokenName {
  return TOKEN_NAMES.some((known) => known === name)
}
