import { BLOCK_START, escapeText, writeTouching } from './to-markdown.ts'
import { isolateValue, type TemplateWords } from './words.ts'

/** Bits of the place of a value, as `parseTemplate()` writes them. */
const AFTER_MARK = 1
const BEFORE_MARK = 2
const IN_ADDRESS = 4
/** The end of a text after which a block begins. */
const AT_BLOCK_START = /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/

/** Writes a value into Markdown, so that it stays text wherever it stands. */
export function writeValue(value: string, before: string, place: number | undefined = 0, words: TemplateWords): string {
  if (place & IN_ADDRESS) return escapeText(value).replace(/[()]/g, '\\$&')
  const inside = [...isolateValue(value, words)]
  const head = place & AFTER_MARK ? writeTouching(inside.shift()) : ''
  const tail = place & BEFORE_MARK ? writeTouching(inside.pop()) : ''
  const text = escapeText(inside.join('')).replace(/#/g, '\\#')
  const start = AT_BLOCK_START.test(before)
    ? text.replace(BLOCK_START, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))
    : text
  return head + start + tail
}
