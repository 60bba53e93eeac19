import { transform } from 'lightningcss'

/** An attribute selector whose value has an escaped space instead of quotation marks. */
const UNQUOTED = /\[([\w-]+[*^$~|]?=)((?:[^\]\\"]|\\.)*\\ (?:[^\]\\"]|\\.)*)\]/g

/**
 * Minifies the published style sheet.
 *
 * Quotes the values with a space in attribute selectors again: a build of Next.js with webpack cannot read an escaped space there, and fails.
 */
export function minifyStyles(css: string): string {
  const { code } = transform({ filename: 'styles.css', code: Buffer.from(css), minify: true })
  return Buffer.from(code)
    .toString()
    .replace(UNQUOTED, (_, name: string, value: string) => `[${name}"${value.replaceAll('\\ ', ' ')}"]`)
}
