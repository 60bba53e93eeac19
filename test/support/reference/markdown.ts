/** Widest line of a page, in characters. */
const WIDTH = 120

export function joinBlocks(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Two sentences at most: a table is for looking up, the guides explain. */
export function cell(text: string): string {
  const sentences = text.replace(/\s+/g, ' ').split(/(?<=[.!?]`?)\s+(?=[A-Z`])/)
  return sentences.slice(0, 2).join(' ').replaceAll('|', '\\|')
}

export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** A default that is one word or number is code; a phrase stays prose. */
export function asCode(text: string): string {
  return /^[\w.'"-]+$/.test(text) && !/^(none|English|nothing)$/i.test(text) ? code(text) : text
}

export function slug(name: string): string {
  return name.toLowerCase()
}

export function item(text: string): string {
  return `- ${wrap(text).replaceAll('\n', '\n  ')}`
}

export function wrap(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > WIDTH - 2) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

/** Breaks a declaration that is wider than a page, at the commas and bars outside of brackets first. */
export function breakSignature(text: string): string {
  if (text.length <= 100) return text
  const isUnion = /^type [^=]+= /.test(text)
  if (isUnion) {
    const [head = '', body = ''] = splitOnce(text, ' = ')
    const parts = splitOutside(body.replace(/^\| /, ''), ' | ')
    // A long member of the union continues on separate lines.
    const lines = parts.map((part) => fill('', `| ${part}`.split(/(?<=;) | (?=\| \{)/), ' ').replaceAll('\n', '\n    '))
    return fill(`${head} =`, lines, ' ')
  }
  const open = text.indexOf('(')
  const close = matching(text, open)
  if (open < 0 || close < 0) return fill('', text.split(' '), ' ')
  const parts = splitOutside(text.slice(open + 1, close), ', ')
  return [
    text.slice(0, open + 1),
    ...parts.map((part) => fill('', part.split(' '), ' ', '  ')).map((part) => `${part},`),
    text.slice(close),
  ].join('\n')
}

/** Joins parts into lines that are no wider than a page. */
function fill(first: string, parts: readonly string[], gap: string, indent = first === '' ? '' : '  '): string {
  const lines = first === '' ? [] : [first]
  let line = ''
  for (const part of parts) {
    if (line !== '' && indent.length + line.length + gap.length + part.length > WIDTH - 4) {
      lines.push(indent + line)
      line = part
    } else line = line === '' ? part : line + gap + part
  }
  return [...lines, indent + line].join('\n')
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if ('([{<'.includes(character)) depth += 1
    else if (')]}'.includes(character) || (character === '>' && text[at - 1] !== '=')) depth -= 1
    else if (depth === 0 && text.startsWith(mark, at)) {
      parts.push(text.slice(from, at))
      from = at + mark.length
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '')
}

function matching(text: string, open: number): number {
  let depth = 0
  for (let at = open; at >= 0 && at < text.length; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return at
  }
  return -1
}
