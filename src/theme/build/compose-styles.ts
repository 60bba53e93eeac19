import type { TokenGroup } from '../read-tokens.ts'
import { toTokensCss } from './tokens-css.ts'

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
  'request',
  'screen',
  'settings',
  'link',
  'notice',
  'checkbox',
] as const

/**
 * The order of layers, for a page on which `styles.css` comes first. The kit is above the layers of resets and libraries, and below the
 * layers of the host app. See decision 12.
 */
const LAYER_ORDER = '@layer reset, base, mantine, components;'

/** Returns the published style sheet: three layers in order, then the rules of `guard.css`. */
export function composeStyles(sources: StyleSources): string {
  return [
    LAYER_ORDER,
    layer('tokens', toTokensCss(sources.tokens)),
    layer('base', sources.base),
    layer('components', sources.components.map((css) => css.trim()).join('\n')),
    sources.guard,
  ].join('\n')
}

function layer(name: string, css: string): string {
  return `@layer components.licet.${name} {\n${css.trim()}\n}`
}
