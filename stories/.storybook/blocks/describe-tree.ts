import { computeAccessibleDescription, computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api'

/** Roles whose name is their content. */
const NAMED_BY_CONTENT = new Set(['button', 'link', 'heading', 'checkbox', 'switch', 'radio', 'tab', 'option', 'menuitem', 'cell'])
/** Roles that a screen reader does not announce. */
const SILENT = new Set([
  'generic',
  'presentation',
  'none',
  'paragraph',
  'img',
  'term',
  'definition',
  'emphasis',
  'strong',
  'code',
  'time',
])
const STATES = ['checked', 'pressed', 'expanded', 'disabled', 'current', 'invalid', 'required', 'live', 'modal'] as const

/** Returns the accessibility tree below an element as text: a line for each role with its name, and for each text between them. */
export function describeTree(root: Element): string {
  return linesOf(root, 0).join('\n')
}

function linesOf(node: Node, depth: number): string[] {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.textContent?.replace(/\s+/g, ' ').trim()
    return text ? [`${indent(depth)}text: ${text}`] : []
  }
  if (node.nodeType !== Node.ELEMENT_NODE) return []
  const element = node as Element
  if (isInaccessible(element)) return []
  const role = getRole(element)
  if (role === null || (SILENT.has(role) && !hasName(element))) return joinTexts([...element.childNodes], depth)
  const name = computeAccessibleName(element)
  const line = `${indent(depth)}${role}${name === '' ? '' : ` "${name}"`}${statesOf(element, role)}`
  const description = computeAccessibleDescription(element)
  const described = description === '' ? [] : [`${indent(depth + 1)}description: ${description}`]
  const children = NAMED_BY_CONTENT.has(role) ? [] : joinTexts([...element.childNodes], depth + 1)
  return [line, ...described, ...children]
}

/** Returns the lines of the nodes. Texts that follow each other are one line. */
function joinTexts(nodes: readonly Node[], depth: number): string[] {
  const start = `${indent(depth)}text: `
  return nodes
    .flatMap((node) => linesOf(node, depth))
    .reduce<string[]>((lines, line) => {
      const last = lines.at(-1)
      if (last?.startsWith(start) && line.startsWith(start)) lines[lines.length - 1] = `${last} ${line.slice(start.length)}`
      else lines.push(line)
      return lines
    }, [])
}

function hasName(element: Element): boolean {
  return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
}

function statesOf(element: Element, role: string): string {
  const states: string[] = STATES.flatMap((state) => {
    const value = element.getAttribute(`aria-${state}`)
    if (value === null || value === 'false') return []
    return value === 'true' ? [state] : [`${state}=${value}`]
  })
  if (role === 'heading') states.unshift(`level=${element.getAttribute('aria-level') ?? element.localName.slice(1)}`)
  if ('checked' in element && element.checked === true) states.push('checked')
  if ('disabled' in element && element.disabled === true) states.push('disabled')
  if ('required' in element && element.required === true) states.push('required')
  return states.length === 0 ? '' : ` [${states.join(', ')}]`
}

function indent(depth: number): string {
  return '  '.repeat(depth)
}
