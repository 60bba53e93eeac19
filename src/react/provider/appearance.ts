import type { ReactElement, SVGAttributes } from 'react'
import type { Composition } from '../../theme/composition.ts'
import type { IconName } from '../../theme/icon-name.ts'
import type { TokenName } from '../../theme/token-names.ts'
import type { PartName } from './part-name.ts'

/**
 * How a question is laid out. `split`: the terms stand beside the summary where there is room, otherwise below it. `column`: always below
 * it. `stepper`: as `split`, but one column has steps: the facts, the choices, the terms.
 */
export type ScreenLayout = 'split' | 'column' | 'stepper'

/** The appearance of every part below a provider. */
export interface Appearance {
  /** `system` follows the device. Default: the `color-scheme` of the page; light where the page declares none. */
  readonly theme?: 'light' | 'dark' | 'system' | undefined
  /** CSS values by token name, without the prefix `--licet-`. `createTheme()` returns this object. */
  readonly variables?: { readonly [Name in TokenName]?: string | undefined } | undefined
  /**
   * The logo of the company, shown beside its name: the URL of a square image, or an element that stays the same between renders. Default:
   * the first letter of the name. `false` shows neither, for a page whose header has the logo already.
   */
  readonly logo?: ReactElement | string | false | undefined
  /**
   * A picture above the question, which screen readers skip: its URL, or an element that stays the same between renders. Its height is
   * reserved, so that nothing moves when it loads.
   */
  readonly illustration?: ReactElement | string | undefined
  /**
   * Your own icons by name: the icons of a theme (`theme.icons`), or for each name an `svg` element, or a component that passes its props
   * to an `svg`. Keep the object the same between renders. Default: the icons of the kit.
   */
  readonly icons?: { readonly [Name in IconName]?: ReactElement<SVGAttributes<SVGElement>> | string | undefined } | undefined
  /** How a question is composed: `theme.composition`. Its rules are in the style sheet of that theme. Default: the facts are a list with icons. */
  readonly composition?: Composition | undefined
  /** How a question is laid out. Default `split`; `column` with the compositions `letter` and `card`. */
  readonly layout?: ScreenLayout | undefined
  /** Class names by `data-part`. Each is added to every element of that part. */
  readonly elements?: { readonly [Name in PartName]?: string | undefined } | undefined
}
