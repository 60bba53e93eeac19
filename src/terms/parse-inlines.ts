import type { LicetError } from '../core/errors.ts'
import type { TemplateInline } from './template.ts'
import type { Line } from './template-lines.ts'
import { checkName, type Faults, type Scope, type TemplateSource } from './template-source.ts'

const TAG = /\{\{([#^/]?)([\w.]+)\}\}/y
const LINK_TARGET = /\]\((?:\{\{([\w.]+)\}\}|(https:\/\/[^\s()<>]+))\)/y
/** The wrong target of a link, up to its end. */
const LINK_END = /^\]\([^)]*\)/
const ESCAPED = /\\([!-/:-@[-`{-~])/y
const MEANT_AS_MARKUP = /[`*_<>[\]~|\\{}]|^&#?\w+;/

/** Parses the inside of a paragraph, heading or list item. Joins its lines with a space. */
export function parseInlines(lines: readonly Line[], outer: Scope, faults: Faults): readonly TemplateInline[] {
  const parts = lines.map((line) => line.text.trim())
  const text = parts.join(' ')
  let at = 0
  const content = readUntil('', outer, false)
  return content

  function readUntil(end: string, scope: Scope, inBold: boolean): TemplateInline[] {
    const start = at
    const into: TemplateInline[] = []
    while (at < text.length) {
      if (end !== '' && text.startsWith(end, at)) return into
      readOne(into, scope, inBold, end)
    }
    if (end === '') return into
    at = start
    throw fault('unclosed_markup', 'The markup that begins here is never closed.', `Write ${end} where it ends.`)
  }

  function readOne(into: TemplateInline[], scope: Scope, inBold: boolean, end: string): void {
    const escaped = match(ESCAPED)
    const tag = match(TAG)
    if (escaped) literal(into, escaped[1] ?? '', escaped[0].length)
    else if (tag) readTag(into, tag, scope, inBold)
    else if (text.startsWith('**', at) && !inBold) readBold(into, scope)
    else if (text[at] === '[' && !end.startsWith(']')) readLink(into, scope, inBold)
    else readPlain(into, text.charAt(at))
  }

  function readPlain(into: TemplateInline[], char: string): void {
    let length = 1
    if (MEANT_AS_MARKUP.test(char === '&' ? text.slice(at, at + 40) : char)) {
      report(
        'unsupported_markdown',
        `The mark ${char} is Markdown that templates do not support.`,
        'For plain text, write a backslash before it. A placeholder is {{name}}.',
      )
      while (text[at + length] === char) length++
    }
    literal(into, char, length)
  }

  function readTag(into: TemplateInline[], tag: RegExpExecArray, scope: Scope, inBold: boolean): void {
    const mark = tag[1] as '#' | '^' | '/' | ''
    const name = tag[2] ?? ''
    if (mark === '/') {
      report(
        'unclosed_section',
        `{{/${name}}} closes a section that is not open here.`,
        'Remove it, or open the section in the same paragraph.',
      )
      at += tag[0].length
      return
    }
    const inner = faults.attempt(() => checkName(...place(), name, mark, scope)) ?? scope
    if (mark !== '' && inBold)
      report(
        'unsupported_markdown',
        'A section in bold text could leave the bold text empty.',
        'Move the ** marks into the section.',
      )
    at += tag[0].length
    if (mark === '') {
      into.push(['$', name])
      return
    }
    const content = readUntil(`{{/${name}}}`, inner, false)
    at += name.length + 5
    into.push([mark === '#' ? '?' : '!', name, content])
  }

  function readBold(into: TemplateInline[], scope: Scope): void {
    at += 2
    const startsWithSpace = text[at] === ' '
    const content = readUntil('**', scope, true)
    if (startsWithSpace || text[at - 1] === ' ' || content.length === 0) {
      report(
        'unsupported_markdown',
        'Bold text is empty, or begins or ends with a space, so Markdown reads its marks as asterisks.',
        'Write the ** marks directly beside the words.',
      )
    }
    at += 2
    into.push(['b', content])
  }

  function readLink(into: TemplateInline[], scope: Scope, inBold: boolean): void {
    at += 1
    const content = readUntil('](', scope, inBold)
    const target = match(LINK_TARGET)
    if (!target || content.length === 0) {
      report(
        'link_not_https',
        'The target of a link is not an https URL.',
        'Write [text](https://…) or [text]({{company.privacyUrl}}).',
      )
      at += target?.[0].length ?? LINK_END.exec(text.slice(at))?.[0].length ?? 2
      return
    }
    const name = target[1]
    if (name !== undefined && !/Url$/.test(name))
      report('link_not_https', `{{${name}}} is not a URL.`, 'Use {{company.termsUrl}} or {{company.privacyUrl}}.')
    else if (name !== undefined) faults.attempt(() => checkName(...place(), name, '', scope))
    at += target[0].length
    into.push(['a', name === undefined ? (target[2] ?? '') : ['$', name], content])
  }

  function literal(into: TemplateInline[], value: string, length: number): void {
    const last = into.at(-1)
    if (typeof last === 'string') into[into.length - 1] = last + value
    else into.push(value)
    at += length
  }

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(text)
  }

  function fault(rule: string, message: string, fix: string): LicetError {
    const [source, offset] = place()
    return source.fault(offset, rule, message, fix)
  }

  function report(rule: string, message: string, fix: string): void {
    faults.add(fault(rule, message, fix))
  }

  function place(): [TemplateSource, number] {
    let start = 0
    for (const [index, line] of lines.entries()) {
      const length = parts[index]?.length ?? 0
      const indent = line.text.length - line.text.trimStart().length
      if (at <= start + length || index === lines.length - 1)
        return [line.source, line.source.offsetOf(line.line, indent + at - start)]
      start += length + 1
    }
    throw new Error('unreachable: a paragraph has at least one line')
  }
}
