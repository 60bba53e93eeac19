import { ts } from '@ts-morph/common'

/** The text of a docstring. */
export function plainText(parts: readonly ts.SymbolDisplayPart[]): string {
  return ts.displayPartsToString([...parts])
}

/** The texts of a tag such as `@throws`. */
export function tagsOf(symbol: ts.Symbol, name: string, isProse = true): string[] {
  return symbol
    .getJsDocTags()
    .filter((tag) => tag.name === name)
    .map((tag) => plainText(tag.text ?? []))
    .map((text) => (isProse ? clean(text.replace(/^\{(\w+)\}\s*/, '')) : text.trim()))
}

/** Finds the sentence of a docstring about the default, and returns the text without it. */
export function statedDefault(text: string): { readonly default: string | undefined; readonly rest: string } {
  const found = /(?:^|\s)Defaults?(?::| to| is)? ((?:`[^`]*`|[^.`]|\.(?=\w))+)\./.exec(text)
  if (found === null) return { default: undefined, rest: clean(text) }
  return { default: clean(found[1] ?? ''), rest: clean(text.replace(found[0], ' ')) }
}

/** One paragraph a line, with links as code. */
export function clean(text: string): string {
  return text
    .replace(/\{@link ([^}|\s]+)(?:[\s|][^}]*)?\}/g, '`$1`')
    .replace(/[ \t]*\n(?!\n)[ \t]*/g, (match) => (match.includes('\n\n') ? match : ' '))
    .replace(/[ \t]+/g, ' ')
    .trim()
}
