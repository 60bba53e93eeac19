import type { Fault } from '../finding.ts'
import type { LintDocument } from '../read-document.ts'

const TEXTS = {
  front_matter: ['The text begins with front matter, which is signed and not shown.', 'Remove the lines from --- to ---.'],
  raw_html: ['The text has HTML, which is signed and not shown as it is meant.', 'Write it in Markdown.'],
  html_comment: ['The text has an HTML comment, which is signed and not shown.', 'Remove it.'],
  image: ['The text has an image, which is signed and not shown.', 'Describe it in words, or link to it.'],
} as const

/** Finds Markdown that is signed and not shown. */
export function findMarkup({ refused }: LintDocument): Fault[] {
  return refused.map(({ kind, start, end }) => {
    const [message, fix] = TEXTS[kind]
    return { rule: kind, severity: 'error', start, end, message, fix }
  })
}
