type Entries<Kind extends string, Word extends string> = { readonly [Name in Word as `${Kind}.${Name}`]: string }

/** The entries of a catalog for the words of a vocabulary: `tag.health` for `health`. */
export function entriesOf<Kind extends string, Word extends string>(
  kind: Kind,
  names: Readonly<Record<Word, string>>,
): Entries<Kind, Word> {
  return Object.fromEntries(Object.entries(names).map(([word, name]) => [`${kind}.${word}`, name])) as Entries<Kind, Word>
}
