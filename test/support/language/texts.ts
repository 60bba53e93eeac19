import { parseSync } from 'vite'

/** A text that a person reads, with the line where it begins. */
export interface Text {
  readonly line: number
  readonly text: string
}

/** Which string literals of a source file a person reads. */
export type Strings = 'sentences' | 'titles' | 'none'

const TITLED = /^(?:describe|describeWorlds|describe\w*|it|test)$/
const TITLE_KEYS = new Set(['name', 'title'])

interface Node {
  readonly type: string
  readonly start: number
}

const isNode = (value: unknown): value is Node & Record<string, unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Returns the comments of a TypeScript or JavaScript file, and the strings that a person reads. */
export function textsOfSource(file: string, source: string, strings: Strings): readonly Text[] {
  const { program, comments, errors } = parseSync(file, source)
  if (errors[0] !== undefined) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const lineAt = lineFinder(source)
  const texts: Text[] = comments.map(({ value, start }) => ({ line: lineAt(start), text: withoutMarks(value) }))
  const add = (node: Node, text: unknown) => {
    if (typeof text === 'string' && /\s/.test(text.trim())) texts.push({ line: lineAt(node.start), text })
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each)
      return
    }
    if (!isNode(value)) return
    if (strings === 'sentences') {
      if (value.type === 'Literal' || value.type === 'JSXText') add(value, value.value)
      if (value.type === 'TemplateLiteral') add(value, templateText(value))
    }
    if (strings === 'titles') {
      if (value.type === 'CallExpression' && TITLED.test(rootName(value.callee))) {
        const [first] = value.arguments as readonly unknown[]
        if (isNode(first)) add(first, literalText(first))
      }
      if (value.type === 'Property' && isNode(value.key) && TITLE_KEYS.has(String(value.key.name)) && isNode(value.value))
        add(value.value, literalText(value.value))
    }
    for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) visit(child)
  }
  if (strings !== 'none') visit(program)
  return texts
}

/** The name that a call begins with: `it` of `it.each(table)('…')`. */
function rootName(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee.name)
  return rootName(callee.object ?? callee.callee ?? callee.tag)
}

function literalText(node: Record<string, unknown>): unknown {
  if (node.type === 'Literal') return node.value
  return node.type === 'TemplateLiteral' ? templateText(node) : undefined
}

/** A template with `…` for each of its values. */
function templateText(node: Record<string, unknown>): string {
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string | null } }[]
  return quasis.map(({ value }) => value.cooked ?? '').join('…')
}

/** A block comment without the `*` that begins each of its lines. */
const withoutMarks = (comment: string): string => comment.replace(/^[ \t]*\*+ ?/gm, '')

/** Returns the comments of a CSS file. */
export function textsOfCss(source: string): readonly Text[] {
  const lineAt = lineFinder(source)
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 1: text = '', index }) => ({
    line: lineAt(index),
    text: withoutMarks(text),
  }))
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
