/** Returns a key for the content of a value. A template counts by name, locale and version: its large members are left out. */
export function toKey(value: unknown): string {
  return JSON.stringify(value, (name, member: unknown) => (name === 'tree' || name === 'words' ? undefined : member))
}
