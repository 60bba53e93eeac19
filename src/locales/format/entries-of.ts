type Entries<Kind extends string, Word extends string> = { readonly [Name in Word as `${Kind}.${Name}`]: string }

/** Returns the catalog entries for the words of a vocabulary, for example `tag.health` for `health`. */
export function entriesOf<Kind extends string, Word extends string>(
  kind: Kind,
  names: Readonly<Record<Word, string>>,
): Entries<Kind, Word> {
  return Object.fromEntries(Object.entries(names).map(([word, name]) => [`${kind}.${word}`, name])) as Entries<Kind, Word>
}
