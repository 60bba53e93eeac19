import { type TokenGroup, toTokensCss } from './tokens-css.ts'

/** The contents of the source files of `styles.css`. */
export interface StyleSources {
  readonly tokens: TokenGroup
  readonly base: string
  /** The rules of `guard.css`, which are in no layer. */
  readonly guard: string
  /** CSS of each component, in the order of {@link COMPONENT_STYLES}. */
  readonly components: readonly string[]
}

/** The components that have CSS, in the order of `styles.css`: a part comes before the parts that are composed of it. */
export const COMPONENT_STYLES = [
  'kit',
  'message',
  'summary',
  'purposes',
  'terms',
  'diff',
  'decision',
  'receipt',
  'consent',
  'screen',
  'settings',
  'link',
  'notice',
  'checkbox',
] as const

/** Returns the published style sheet: three layers in order, then the rules of `guard.css`. */
export function composeStyles(sources: StyleSources): string {
  return [
    '@layer licet.tokens, licet.base, licet.components;',
    layer('licet.tokens', toTokensCss(sources.tokens)),
    layer('licet.base', sources.base),
    ...sources.components.map((css) => layer('licet.components', css)),
    sources.guard,
  ].join('\n')
}

function layer(name: string, css: string): string {
  return `@layer ${name} {\n${css.trim()}\n}`
}
