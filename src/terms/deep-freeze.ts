/** Freezes a value and everything in it, so that no script changes what is signed. Returns the value. */
export function deepFreeze<T>(value: T): T {
  // A list that grows, not a recursion: a template has hundreds of nodes.
  const found: unknown[] = [value]
  for (const one of found)
    if (typeof one === 'object' && one !== null) {
      Object.freeze(one)
      for (const member of Object.values(one)) found.push(member)
    }
  return value
}
