import { placeIn } from '../finding.ts'
import type { Rule } from '../judged.ts'

const BRACES = /\{\{[^{}]{0,200}\}\}|\$\{[^{}]{0,200}\}|(?<![\\{$\w-])\{[^{}]{1,200}\}(?![}\w])|%[A-Z][A-Z_]{2,60}%/g
const BRACKETS =
  /\[\[[^[\]]{1,200}\]\]|\[(?=[^[\]]{0,200}\p{Lu}{2})[^[\]]{1,200}\]|\[(?:insert|enter|your|name|date|address|company)[^[\]]{0,200}\]/giu
const WORDS = /__[A-Z][A-Z_]{1,60}__|(?<!\p{Lu}{2} )\b(?:TODO|TBD|XXX)\b(?! \p{Lu}(?!\p{Ll}))|lorem ipsum/gu
const BLANK = /_{3,}/g
/** A line for a signature: nothing but labels and blanks, or a blank at its end. */
const BLANK_AT_END = /(?<!_)_{3,}[\s.)|]*$/
const LOWER_WORD = /\p{Ll}{2}/u
/** `[1]`, `[sic]`, a box to tick, and the alerts of GitHub such as `[!NOTE]`. */
const ROMAN_OR_CITATION = /^\[(?:\d{1,4}|sic|x|[ivx]{1,6}|!\w{1,20})\]$/i

/** Finds what was never filled in: names in braces or in brackets, and blanks within a sentence. */
export const findPlaceholders: Rule = ({ blocks }) =>
  blocks.flatMap((block) => {
    const { text } = block
    const found = [...text.matchAll(BRACES), ...text.matchAll(WORDS), ...bracketsIn(text), ...blanksIn(text)]
    return found.map(({ 0: words, index }) => ({
      rule: 'unfilled_placeholder',
      severity: 'error',
      ...placeIn(block, index, index + words.length),
      message: 'A placeholder has no value, so people would sign an incomplete text.',
      fix: 'Replace it by its value.',
    }))
  })

function bracketsIn(text: string): RegExpExecArray[] {
  return [...text.matchAll(BRACKETS)].filter(({ 0: words, index }) => {
    // A text that is read line by line has its links as they are written.
    if (/^[([]/.test(text.slice(index + words.length))) return false
    const isPrompt = /^\[(?:insert|enter|your|name|date|address|company)\b/i.test(words)
    return !ROMAN_OR_CITATION.test(words) && (isPrompt || words.startsWith('[[') || !LOWER_WORD.test(words))
  })
}

function blanksIn(text: string): RegExpExecArray[] {
  if (BLANK_AT_END.test(text) && (text.split(/_{3,}/)[0] ?? '').split(/\s+/).length <= 14) return []
  // Words after the blank make it part of a sentence.
  return [...text.matchAll(BLANK)].filter(({ 0: words, index }) => /^[ .,;]{0,3}\p{Ll}{2}/u.test(text.slice(index + words.length)))
}
