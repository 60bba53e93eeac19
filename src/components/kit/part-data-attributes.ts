import type { Composition } from '../../theme/composition.ts'

/** Data attributes that the root of every part has. */
export interface PartDataAttributes {
  /** Marks the scope of the kit's CSS. Nothing outside of it is styled. */
  readonly 'data-licet': ''
  /** Name of the part, see `PartName`. Inner elements have it too. */
  readonly 'data-part': string | number | boolean
  /** The theme of `appearance`; absent without one. */
  readonly 'data-licet-theme'?: 'light' | 'dark' | 'system'
  /** The composition of `appearance`; absent without one. */
  readonly 'data-composition'?: Composition
  /** Connects the part with the style element that the provider renders on the server; absent without a `nonce`. */
  readonly 'data-licet-look'?: string
}
