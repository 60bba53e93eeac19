import { LicetError } from '../core/errors.ts'
import type { Template, TemplateBlock, TemplateInline } from './template.ts'
import { element, headingId, type TermsElement, type TermsTree, text, textOf } from './tree.ts'
import { isolateValue } from './words.ts'

/** The values of the names in a template: a text, a list of values, `true` for a flag, `undefined` for an absent value. */
export interface Values {
  readonly [name: string]: string | true | readonly Values[] | undefined
}

type Nodes = TermsElement['children']

/**
 * Fills a template with values and returns the tree that the Markdown is written from.
 *
 * Values become text nodes, so Markdown in a value stays text.
 *
 * @throws {LicetError} `unfilled_placeholder` when a placeholder has no value.
 */
export function fillTemplate(template: Template, values: Values): TermsTree {
  const blocks: TermsElement[] = []
  fillBlocks(template.tree, [values])
  return { type: 'root', children: blocks.flatMap((block, at) => (at === 0 ? [block] : [text('\n'), block])) }

  function fillBlocks(tree: readonly TemplateBlock[], scope: readonly Values[]): void {
    for (const block of tree) {
      if (block[0] === 'h') {
        const heading = element(`h${block[1]}`, paragraph(block[2], scope))
        heading.properties.id = headingId(textOf(heading))
        blocks.push(heading)
      } else if (block[0] === 'p') {
        const children = paragraph(block[1], scope)
        if (children.length > 0) blocks.push(element('p', children))
      } else if (block[0] === 'ul' || block[0] === 'ol') {
        const children = paragraph(block[1], scope)
        if (children.length > 0) pushItem(block[0], element('li', children))
      } else if (block[0] === 'm') {
        const markdown = block[2](block[1], textFor, enter, scope, template.words)
        if (markdown !== '') blocks.push(element('m', [text(markdown)]))
      } else {
        for (const inner of enter(block[0], block[1], scope)) fillBlocks(block[2], inner)
      }
    }
  }

  // Adjacent items form one list, as in Markdown, because a section may write its items one by one.
  function pushItem(tagName: string, item: TermsElement): void {
    const last = blocks.at(-1)
    if (last?.tagName === tagName) last.children.push(item, text('\n'))
    else blocks.push(element(tagName, [text('\n'), item, text('\n')]))
  }

  function paragraph(content: readonly TemplateInline[], scope: readonly Values[]): Nodes {
    const nodes = fillInlines(content, scope)
    const first = nodes[0]
    if (first?.type === 'text') first.value = first.value.trimStart()
    const last = nodes.at(-1)
    if (last?.type === 'text') last.value = last.value.trimEnd()
    return nodes.filter((node) => node.type !== 'text' || node.value !== '')
  }

  function fillInlines(content: readonly TemplateInline[], scope: readonly Values[], into: Nodes = []): Nodes {
    for (const part of content) {
      if (typeof part === 'string') pushText(into, part)
      else if (part[0] === '$') pushText(into, isolateValue(textFor(part[1], scope), template.words))
      else if (part[0] === 'b') pushBold(into, fillInlines(part[1], scope))
      else if (part[0] === 'a') {
        const href = typeof part[1] === 'string' ? part[1] : textFor(part[1][1], scope)
        into.push(element('a', fillInlines(part[2], scope), { href }))
      } else for (const inner of enter(part[0], part[1], scope)) fillInlines(part[2], inner, into)
    }
    return into
  }

  function textFor(name: string, scope: readonly Values[]): string {
    const value = lookUp(name, scope)
    if (typeof value === 'string' && value !== '') return value
    throw new LicetError(
      'unfilled_placeholder',
      `The placeholder {{${name}}} of the template ${template.locale}/${template.name} has no value. Nothing was signed. Set the value, or write the placeholder in a section {{#${name}}}…{{/${name}}}.`,
      { field: name },
    )
  }
}

function enter(kind: '?' | '!', name: string, scope: readonly Values[]): readonly (readonly Values[])[] {
  const value = lookUp(name, scope)
  const present = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''
  if (kind === '!') return present ? [] : [scope]
  if (!Array.isArray(value)) return present ? [scope] : []
  return value.map((item: Values) => [item, ...scope])
}

function lookUp(name: string, scope: readonly Values[]): Values[string] {
  return scope.find((values) => Object.hasOwn(values, name))?.[name]
}

function pushText(nodes: Nodes, value: string): void {
  const last = nodes.at(-1)
  if (last?.type === 'text') last.value = joinText(last.value, value)
  else nodes.push(text(value.normalize('NFC')))
}

// Adjacent bold parts become one, because Markdown cannot separate them.
function pushBold(nodes: Nodes, children: Nodes): void {
  const last = nodes.at(-1)
  if (last?.type !== 'element' || last.tagName !== 'strong') nodes.push(element('strong', children))
  else for (const child of children) child.type === 'text' ? pushText(last.children, child.value) : last.children.push(child)
}

// A section that did not appear leaves a space on both its sides. They become one.
function joinText(before: string, after: string): string {
  return (before.endsWith(' ') && after.startsWith(' ') ? before + after.slice(1) : before + after).normalize('NFC')
}
