import { nameCharacter, replaceInvisible } from '../../../core/invisible.ts'
import { type Fault, placeIn } from '../finding.ts'
import type { Rule } from '../judged.ts'

const DAMAGED = /\uFFFD|Ã[\u0080-\u00BF©±³¡]|â€[™œ\u009d“”˜]?|Â[\u00A0-\u00BF]|Ø§Ù|\[object \w{1,40}\]|\$&/g
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}|(\p{L})\1{3,20}|\p{Ll}{2}\d\p{Ll}{2}/gu
const LONE_BRACE = /(?<![\\{}])[{}](?![{}])/g
const TWICE = /\{\{[^{}]{0,200}\}\}/g
const CLOSED = /\{[^{}]{0,200}\}/g

/** Finds characters that nobody sees, or that change the direction of the words around them. */
export function findInvisible(source: string): Fault[] {
  const found: Fault[] = []
  replaceInvisible(source, (char, at) => {
    // A byte order mark is no part of the text.
    if (char === '\uFEFF' && at === 0) return char
    const { start, end } = wordAround(source, at, char.length)
    found.push({
      rule: 'invisible_character',
      severity: 'error',
      start,
      end,
      message: `The text has the character ${nameCharacter(char)}, which people cannot see or which changes the direction of the words around it.`,
      fix: 'Remove it.',
    })
    return char
  })
  return found
}

function wordAround(source: string, at: number, length: number): { start: number; end: number } {
  let start = at
  let end = at + length
  while (start > 0 && at - start < 40 && /\S/.test(source.charAt(start - 1))) start--
  while (end < source.length && end - at < 40 && /\S/.test(source.charAt(end))) end++
  return { start, end }
}

/** Finds words that a wrong encoding or a failed replacement damaged, and words that look like other ones. */
export const findDamage: Rule = ({ blocks }) =>
  blocks.flatMap((block) => {
    const { prose, text } = block
    const blank = (one: string) => ' '.repeat(one.length)
    const bare = prose.replace(TWICE, blank).replace(CLOSED, blank)
    const damaged = [...text.matchAll(DAMAGED), ...bare.matchAll(LONE_BRACE)].map(
      (match) =>
        [
          match,
          'A wrong encoding or a failed replacement damaged the text here.',
          'Write it again, and read files as UTF-8.',
        ] as const,
    )
    const mixed = [...prose.matchAll(MIXED)].map(
      (match) =>
        [
          match,
          'A word mixes alphabets, repeats a letter, or contains a digit. It may be read as another word.',
          'Write the word again by hand.',
        ] as const,
    )
    return [...damaged, ...mixed].map(([match, message, fix]) => ({
      rule: 'corrupted_word',
      severity: 'error' as const,
      ...placeIn(block, match.index, match.index + match[0].length),
      message,
      fix,
    }))
  })
