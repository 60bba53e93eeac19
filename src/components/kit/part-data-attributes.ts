import type { PartName } from '../../react/part-name.ts'

/** Data attributes that the root of every part has. */
export interface PartDataAttributes {
  /** Marks the scope of the kit's CSS. Nothing outside of it is styled. */
  readonly 'data-licet': ''
  /** Name of the part. Inner elements have it too. */
  readonly 'data-part': PartName
  /** The theme of `appearance`; absent without one. */
  readonly 'data-licet-theme'?: 'light' | 'dark' | 'system'
  /** Connects the part with the style element that the provider renders on the server; absent without a `nonce`. */
  readonly 'data-licet-look'?: string
}
