import { findRefused } from './find-refused.ts'
import { type MarkdownNode, parseMarkdown, visitNodes } from './markdown/parse-markdown.ts'
import { NO_SECTION, notOpenError, SECTION, unclosedError } from './parse-blocks.ts'
import type { TemplateInline } from './template.ts'
import type { Line } from './template-lines.ts'
import { checkName, type Faults, type Scope } from './template-source.ts'

const TAG_OR_INCLUDE = /\{\{(?:[#^/]?[\w.]+|>\s*[\w-]+\s*)\}\}/g
const TAG = /\{\{([#^/]?)([\w.]+)\}\}/g
/** Where the value of a placeholder stands: directly after or before emphasis, or in the address of a link. */
export const PLACE = { afterMark: 1, beforeMark: 2, address: 4 } as const

interface Open {
  readonly name: string
  readonly kind: '?' | '!'
  readonly content: TemplateInline[]
  readonly scope: Scope
  readonly at: Line
}

/** Returns whether the lines have Markdown that {@link parseBlocks} would flatten: nested lists, tables, quotes, code and the like. */
export function isRich(lines: readonly Line[]): boolean {
  const { text } = join(lines.filter((line) => !SECTION.test(line.text.trim())))
  const isFlat = ({ type, children = [], ordered, start, position }: MarkdownNode, parent: string): boolean => {
    const isAllowed =
      /^(?:root|paragraph|text)$/.test(type) ||
      (type === 'heading' && text[position.start.offset] === '#') ||
      (type === 'list' && parent === 'root' && (!ordered || start === 1)) ||
      (type === 'listItem' && children.length === 1 && children[0]?.type === 'paragraph') ||
      (type === 'strong' && parent !== 'strong') ||
      // A bare address is a link only for a renderer.
      type === 'link'
    return isAllowed && children.every((child) => isFlat(child, type))
  }
  return !isFlat(parseMarkdown(text), '')
}

/** Parses Markdown of any kind. It stays as it is written, with a hole for each value and each section. */
export function parseRich(lines: readonly Line[], faults: Faults): readonly TemplateInline[] {
  const { text, lineAt } = join(lines)
  const report = (offset: number, rule: string, message: string, fix: string) => {
    const { source, line } = lineAt(offset)
    faults.add(source.fault(source.offsetOf(line, columnOf(text, offset)), rule, message, fix))
  }
  const places = findPlaces(text, report)
  for (const { index } of text.replace(TAG_OR_INCLUDE, (tag) => ' '.repeat(tag.length)).matchAll(/\{\{|\}\}/g))
    report(
      index,
      'unsupported_markdown',
      'The braces are no placeholder.',
      'A placeholder is {{name}}. For plain text, write \\{\\{.',
    )
  for (const { rule, message, fix, line, column } of findRefused(text, '')) {
    const at = lines[line - 1]
    if (at) faults.add(at.source.fault(at.source.offsetOf(at.line, column - 1), rule, message, fix))
  }
  const whole: TemplateInline[] = []
  const stack: Open[] = []
  let from = 0
  const top = () => stack.at(-1)
  const push = (part: TemplateInline) => (top()?.content ?? whole).push(part)
  for (const tag of text.matchAll(TAG)) {
    const { 0: found, 1: mark = '', 2: name = '', index } = tag
    const line = lineAt(index)
    // A line with nothing but the mark of a section is no line of the text.
    const isAlone = mark !== '' && SECTION.test(line.text.trim())
    const start = isAlone ? text.lastIndexOf('\n', index) + 1 : index
    const end = index + found.length
    const next = isAlone ? text.indexOf('\n', end) + 1 || text.length : end
    if (start > from) push(places.write(from, start))
    from = next
    const scope = top()?.scope ?? NO_SECTION
    if (mark === '/') {
      const open = stack.pop()
      if (open?.name === name) push([open.kind, name, open.content])
      else faults.add(notOpenError(line, name, columnOf(text, index)))
      continue
    }
    const offset = line.source.offsetOf(line.line, columnOf(text, index))
    const inner = faults.attempt(() => checkName(line.source, offset, name, mark as '#' | '^' | '', scope)) ?? scope
    if (mark !== '') {
      stack.push({ name, kind: mark === '#' ? '?' : '!', content: [], scope: inner, at: line })
      continue
    }
    const place = places.of(index, end)
    if (place === 'code')
      report(index, 'unsupported_markdown', 'A placeholder in code would be shown as code.', 'Write it outside of the code.')
    else if (place & PLACE.address && !name.endsWith('Url'))
      report(index, 'link_not_https', `{{${name}}} is not a URL.`, 'Use {{company.termsUrl}} or {{company.privacyUrl}}.')
    else push(place === 0 ? ['$', name] : ['$', name, place])
  }
  if (from < text.length) push(places.write(from, text.length))
  for (const { at, name } of stack) faults.add(unclosedError(at, name))
  return whole
}

/** Joins the lines as they are written: two spaces at the end of a line break it. */
function join(lines: readonly Line[]): { readonly text: string; readonly lineAt: (offset: number) => Line } {
  const raw = lines.map(({ source, line, text }) => (text === '' ? '' : (source.text.split('\n')[line - 1] ?? text)))
  const text = raw.join('\n')
  const lineAt = (offset: number) => lines[text.slice(0, offset).split('\n').length - 1] as Line
  return { text, lineAt }
}

/** Returns the column of an offset, counted from 0. */
function columnOf(text: string, offset: number): number {
  return offset === 0 ? 0 : offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** Finds the places in a text where a value needs care. */
function findPlaces(
  text: string,
  report: (offset: number, rule: string, message: string, fix: string) => void,
): {
  readonly of: (start: number, end: number) => number | 'code'
  /** Returns a part of the text. A letter beside emphasis that a value begins or ends becomes a character reference. */
  readonly write: (start: number, end: number) => string
} {
  const code: (readonly [number, number])[] = []
  const addresses: (readonly [number, number])[] = []
  const edges = new Set<number>()
  const letters = new Set<number>()
  // Beside emphasis, a value counts as letters, and not as the braces of its placeholder.
  const filled = text.replace(TAG, (tag) => (/^\{\{\w/.test(tag) ? 'x'.repeat(tag.length) : tag))
  visitNodes(parseMarkdown(filled), ({ type, children = [], position, url = '' }) => {
    const range = [position.start.offset, position.end.offset] as const
    if (/^(?:inlineCode|code)$/.test(type)) code.push(range)
    const address = type === 'link' ? text.slice(children.at(-1)?.position.end.offset, range[1]) : text.slice(...range)
    const isValue = address.includes('{{')
    if (/^(?:link|definition)$/.test(type) && !isValue && !/^(?:https:\/\/|mailto:|#)/.test(url)) {
      const fix = 'Write [text](https://…) or [text]({{company.privacyUrl}}).'
      report(range[0], 'link_not_https', 'The target of a link is not an https URL.', fix)
    }
    if (type === 'definition') addresses.push(range)
    if (type === 'link') addresses.push([children.at(-1)?.position.end.offset ?? range[0], range[1]])
    if (!/^(?:strong|emphasis|delete)$/.test(type)) return
    for (const offset of range) edges.add(offset)
    const [first, last] = [children[0]?.position.start.offset ?? 0, children.at(-1)?.position.end.offset ?? 0]
    if (text.startsWith('{{', first)) letters.add(range[0] - 1)
    if (text.slice(0, last).endsWith('}}')) letters.add(range[1])
  })
  const isIn = (ranges: readonly (readonly [number, number])[], at: number) =>
    ranges.some(([start, end]) => start <= at && at < end)
  return {
    of: (start, end) =>
      isIn(code, start)
        ? 'code'
        : (edges.has(start) ? PLACE.afterMark : 0) +
          (edges.has(end) ? PLACE.beforeMark : 0) +
          (isIn(addresses, start) ? PLACE.address : 0),
    write: (start, end) =>
      [...text.slice(start, end).split('')]
        .map((char, at) =>
          letters.has(start + at) && /[\p{L}\p{N}]/u.test(char) ? `&#x${char.charCodeAt(0).toString(16)};` : char,
        )
        .join(''),
  }
}
