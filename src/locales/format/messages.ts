import type { en } from '../en.ts'

/** The plural forms of a text, by the categories of `Intl.PluralRules`. Every language has `other`. */
export interface Plural {
  readonly zero?: string
  readonly one?: string
  readonly two?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

type Source = typeof en

/** The key of a text. */
export type MessageKey = keyof Source

/** Every text of the kit in one language. An incomplete catalog does not compile. */
export type Messages = { readonly [Key in MessageKey]: Source[Key] extends string ? string : Plural }

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** The names of the values in a text, taken from the English text. */
export type MessageValues<Key extends MessageKey> = Source[Key] extends string
  ? Names<Source[Key]>
  : Source[Key] extends { readonly other: infer Other extends string }
    ? Names<Other> | 'count'
    : never
