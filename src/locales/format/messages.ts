import type { en } from '../en.ts'

/** Forms of a text by number: the categories of `Intl.PluralRules`. `other` is the one every language has. */
export interface Plural {
  readonly zero?: string
  readonly one?: string
  readonly two?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

type Source = typeof en

/** Name of a text. */
export type MessageKey = keyof Source

/** Every text of the kit in one language. A catalog is complete or does not compile. */
export type Messages = { readonly [Key in MessageKey]: Source[Key] extends string ? string : Plural }

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** The values that a text needs, by name, read off the English text. */
export type MessageValues<Key extends MessageKey> = Source[Key] extends string
  ? Names<Source[Key]>
  : Source[Key] extends { readonly other: infer Other extends string }
    ? Names<Other>
    : never
