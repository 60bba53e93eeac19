import type { LintFinding } from '../../core/errors.ts'
import { replaceInvisible } from '../../core/invisible.ts'
import { headingId } from '../tree.ts'

/** A rule that needs only the text. Its pattern is matched line by line. */
interface TextRule {
  readonly rule: string
  readonly severity: LintFinding['severity']
  readonly pattern: RegExp
  readonly message: string
  readonly fix: string
}

/** The text to check, and its file name. */
export interface LintedText {
  readonly text: string
  readonly file: string
}

// No repetition can match the start of the same expression, so the time stays linear in the length of a hostile text.
const RULES: readonly TextRule[] = [
  {
    rule: 'unfilled_placeholder',
    severity: 'error',
    pattern:
      /\{\{[^{}]{0,200}\}\}|\$\{[^{}]{0,200}\}|\[\[[^[\]]{0,200}\]\]|%[A-Z][A-Z_]{2,60}%|\[(?:COMPANY|NAME|DATE|INSERT|TODO)[^[\]]{0,200}\](?!\()|lorem ipsum/i,
    message: 'A placeholder has no value, so people would sign an incomplete text.',
    fix: 'Fill it. For plain text, write a backslash before each mark.',
  },
  {
    rule: 'unfilled_placeholder',
    severity: 'error',
    // In capital letters only: “todo” is a word of Spanish, and __a__ is bold text.
    pattern: /__[A-Z][A-Z_]{1,60}__|\b(?:TODO|TBD|XXX)\b/,
    message: 'A placeholder has no value, so people would sign an incomplete text.',
    fix: 'Fill it. For plain text, write a backslash before each mark.',
  },
  {
    rule: 'corrupted_word',
    severity: 'error',
    pattern: /(?<![\\{}])[{}](?![{}])/,
    message: 'The text has a single brace, probably from a failed replacement.',
    fix: 'Remove it. For plain text, write a backslash before it.',
  },
  {
    rule: 'corrupted_word',
    severity: 'error',
    pattern: /\uFFFD|Ã[\u0080-\u00BF©±³¡]|â€[™œ\u009d“”˜]?|Â[\u00A0-\u00BF]|Ø§Ù|\[object \w+\]|\$&/,
    message: 'A wrong encoding or a failed replacement damaged a word.',
    fix: 'Write the word again, and read files as UTF-8.',
  },
  {
    rule: 'corrupted_word',
    severity: 'error',
    pattern:
      /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}|(\p{L})\1{3,}|\p{Ll}\d\p{Ll}/u,
    message: 'A word mixes alphabets, repeats a letter, or contains a digit. It may be read as another word.',
    fix: 'Write the word again by hand.',
  },
  {
    rule: 'link_not_https',
    severity: 'error',
    pattern: /(?<!\\)\]\((?!\s*<?(?:https:\/\/|mailto:|#|http:\/\/(?:localhost|127\.0\.0\.1)\b))(?:[^)\]]|\](?!\())*\)/i,
    message: 'A link is not https, so others can read and change the page on its way.',
    fix: 'Write https://…, mailto:… or the #id of a heading.',
  },
]

const INVISIBLE = {
  rule: 'corrupted_word',
  severity: 'error',
  message: 'The text has a character that people cannot see, or that changes the direction of the words around it.',
  fix: 'Write the word again by hand.',
} as const

/** Runs the rules that need only the text. */
export function lintText({ text, file }: LintedText, reference: RegExp | undefined): LintFinding[] {
  const lines = text.split('\n')
  const rules = RULES.map((rule) => [rule, everywhere(rule.pattern)] as const)
  const references = reference && new RegExp(reference.source, 'giu')
  const headings = lines.flatMap((line) => /^#{1,6}[ \t](.*)/.exec(line)?.[1]?.trim() ?? [])
  const ids = new Set(headings.map((heading) => headingId(plain(heading))))
  const numbers = new Set(headings.flatMap((heading) => /^\D*?(\d+)/.exec(heading)?.[1] ?? []))
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const found: LintFinding[] = []
    const add = (rule: Omit<TextRule, 'pattern'>, column: number) =>
      found.push({
        rule: rule.rule,
        severity: rule.severity,
        message: rule.message,
        fix: rule.fix,
        file,
        line: index + 1,
        column: column + 1,
      })
    let left = line
    for (const [rule, pattern] of rules) {
      for (const match of left.matchAll(pattern)) add(rule, match.index)
      // The braces of a placeholder are not another fault.
      if (rule.rule === 'unfilled_placeholder') left = left.replace(pattern, (found) => ' '.repeat(found.length))
    }
    replaceInvisible(line, (char, at) => {
      add(INVISIBLE, at)
      return char
    })
    const dead = {
      rule: 'dead_reference',
      severity: 'error',
      message: 'The text refers to a clause that does not exist.',
      fix: 'Refer to an existing heading.',
    } as const
    for (const match of line.matchAll(/(?<!\\)\]\(#([^()\s]{0,500})\)/g))
      if (!ids.has(decode(match[1] ?? ''))) add(dead, match.index)
    if (references) for (const match of line.matchAll(references)) if (!numbers.has(match[1] ?? '')) add(dead, match.index)
    return found
  })
}

/** Returns Markdown without its marks, as people read it. */
export function plain(markdown: string): string {
  return markdown
    .replace(/(?<!\\)\]\((?:[^)\]]|\](?!\())*\)/g, ']')
    .replace(/\\([!-/:-@[-`{-~])|(?<!\\)(?:\*\*|[[\]*`])|^(?:#{1,6}|-|\d+\.)[ \t]+/gm, '$1')
}

function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, [...new Set(`${pattern.flags}gu`)].join(''))
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
