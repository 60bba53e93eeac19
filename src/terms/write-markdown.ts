import type { WriteMarkdown } from './template.ts'
import { BLOCK_START, escapeText, writeTouching } from './to-markdown.ts'
import { isolateValue, type TemplateWords } from './words.ts'

/** Bits of the place of a value, as `parseTemplate()` writes them. */
const AFTER_MARK = 1
const BEFORE_MARK = 2
const IN_ADDRESS = 4
/** The end of a text after which a block begins. */
const AT_BLOCK_START = /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/

/** Writes Markdown as it is, with its values escaped, so that each stays text wherever it stands. */
export const writeMarkdown: WriteMarkdown = (content, valueFor, enter, outer, words) => {
  const fill = (parts: typeof content, scope: typeof outer, written: string): string => {
    let into = written
    for (const part of parts) {
      if (typeof part === 'string') into += part
      else if (part[0] === '$') into += writeValue(valueFor(part[1], scope), into, part[2], words)
      else if (part[0] === '?' || part[0] === '!')
        for (const inner of enter(part[0], part[1], scope)) into = fill(part[2], inner, into)
    }
    return into
  }
  return fill(content, outer, '').replace(/^\n+/, '').trimEnd().normalize('NFC')
}

function writeValue(value: string, before: string, place: number | undefined = 0, words: TemplateWords): string {
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
