import MiniSearch from 'minisearch'

/** One section of a page, as the search reads it. */
export interface Entry {
  /** The path of the page, and the id of the heading. */
  readonly address: string
  readonly page: string
  readonly heading: string
  readonly text: string
}

/** Returns a search over the sections of all pages. It finds parts of words and forgives a typing error. */
export function createSearch(entries: readonly Entry[]): (query: string) => readonly Entry[] {
  const index = new MiniSearch<Entry>({ idField: 'address', fields: ['page', 'heading', 'text'] })
  index.addAll(entries)
  const byAddress = new Map(entries.map((entry) => [entry.address, entry]))
  return (query) =>
    index
      .search(query, {
        prefix: true,
        fuzzy: (word) => (word.length > 4 ? 0.2 : false),
        combineWith: 'AND',
        boost: { page: 4, heading: 3 },
      })
      .flatMap(({ id }) => byAddress.get(id) ?? [])
      .slice(0, 12)
}
