const FOLDER = /\/languages\/([^/]+)\//

/** Returns the modules of `languages/<tag>/…` by the tag of their language, from the result of `import.meta.glob`. */
export function byLanguage<Module>(modules: Readonly<Record<string, Module>>): Readonly<Record<string, Module>> {
  return Object.fromEntries(Object.entries(modules).map(([path, module]) => [FOLDER.exec(path)?.[1] ?? path, module]))
}

/** Returns what a language has: the entry of the same tag, else of the same language, such as `pt-BR` for `pt` and `es` for `es-MX`. */
export function inLanguage<Value>(byTag: Readonly<Record<string, Value>>, locale: string): Value | undefined {
  const found = findTag(Object.keys(byTag), locale)
  return found === undefined ? undefined : byTag[found]
}

/** Returns the same tag, else a tag of the same language. */
export function findTag(tags: readonly string[], locale: string): string | undefined {
  const wanted = locale.toLowerCase()
  return tags.find((tag) => tag.toLowerCase() === wanted) ?? tags.find((tag) => isSameLanguage(tag, wanted))
}

/** Returns whether two BCP 47 tags have the same language. */
export function isSameLanguage(one: string, other: string): boolean {
  return languageOf(one) === languageOf(other)
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}
