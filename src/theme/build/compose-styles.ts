import { type TokenGroup, toTokensCss } from './tokens-css.ts'

/** The sources of `styles.css`: what stands in the files, read by whoever builds. */
export interface StyleSources {
  readonly tokens: TokenGroup
  readonly base: string
  /** Rules outside every layer, see `guard.css`. */
  readonly guard: string
  /** CSS of each component, in the order of {@link COMPONENT_STYLES}. */
  readonly components: readonly string[]
}

/** The components that have CSS, in the order in which `styles.css` holds them: a part before what is composed of it. */
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

/** Puts the one published style sheet together: three layers in their order, then the guard. */
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
