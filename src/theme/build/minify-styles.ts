import { transform } from 'lightningcss'

/** An attribute selector without quotation marks: its name with the operator, and its value. */
const UNQUOTED = /\[([\w-]{1,40}[*^$~|]?=)([^\]"[]{1,200})\]/g

/**
 * Minifies the published style sheet.
 *
 * Quotes the values with a space in attribute selectors again: a build of Next.js with webpack cannot read an escaped space there, and fails.
 */
export function minifyStyles(css: string): string {
  const { code } = transform({ filename: 'styles.css', code: Buffer.from(css), minify: true })
  return Buffer.from(code)
    .toString()
    .replace(UNQUOTED, (selector, name: string, value: string) =>
      value.includes('\\ ') ? `[${name}"${value.replaceAll('\\ ', ' ')}"]` : selector,
    )
}
