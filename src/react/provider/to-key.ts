const ids = new WeakMap<object, number>()
const contents = new Map<string, number>()

/** Returns a key for the content of a value. A template counts with its text and its words, which can change under the same name and version. */
export function toKey(value: unknown): string {
  try {
    return JSON.stringify(value, (name, member: unknown) =>
      (name === 'tree' || name === 'words') && typeof member === 'object' && member !== null ? idOf(member) : member,
    )
  } catch {
    // A BigInt or a circular value: the check of the configuration has the message, and the host app stays.
    return String(value)
  }
}

/** Returns a number for the content of a large value, because a key is made at each render. */
function idOf(value: object): number {
  const known = ids.get(value)
  if (known !== undefined) return known
  // The words contain functions, for example for dates. Their source is the only content that can be compared.
  const content = JSON.stringify(value, (_, member: unknown) => (typeof member === 'function' ? String(member) : member))
  const id = contents.get(content) ?? contents.size
  contents.set(content, id)
  ids.set(value, id)
  return id
}
