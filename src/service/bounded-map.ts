/** A map of the most recently used entries. */
export interface BoundedMap<T> {
  get(name: string): T | undefined
  set(name: string, value: T): void
  delete(name: string): void
}

/** Creates a map that drops the least recently used entry when it has more than `limit`. */
export function createBoundedMap<T>(limit: number): BoundedMap<T> {
  // A Map keeps the order in which its entries were added, so the first one is the least recently used.
  const entries = new Map<string, T>()
  const set = (name: string, value: T): void => {
    entries.delete(name)
    entries.set(name, value)
    if (entries.size <= limit) return
    const oldest = entries.keys().next()
    if (!oldest.done) entries.delete(oldest.value)
  }
  return {
    get(name) {
      const value = entries.get(name)
      if (value !== undefined) set(name, value)
      return value
    },
    set,
    delete: (name) => void entries.delete(name),
  }
}
