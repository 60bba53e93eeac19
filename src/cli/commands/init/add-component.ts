import type { Integration } from '../dev/frameworks.ts'

/**
 * Returns the text of the root file of an app with the component `Consent`, or `undefined` when the place for it is not found. `from` is
 * what the file imports it from.
 */
export function addComponent(text: string, { wraps }: Integration, from: string): string | undefined {
  const changed = wraps === undefined ? addIsland(text) : wrapLast(text, wraps)
  return changed === undefined ? undefined : addImport(changed, `import { Consent } from '${from}'`)
}

/** Wraps the last match: an earlier `{children}` can be a parameter. */
function wrapLast(text: string, pattern: RegExp): string | undefined {
  const match = [...text.matchAll(pattern)].at(-1)
  if (match === undefined) return undefined
  const [element] = match
  const start = text.lastIndexOf('\n', match.index) + 1
  const indent = text.slice(start, match.index)
  const end = match.index + element.length
  // An element on its own line stays on its own line.
  const isAlone = indent.trim() === '' && /^[ \t]*\r?\n/.test(text.slice(end))
  const wrapped = isAlone ? `<Consent>\n${indent}${unitOf(indent)}${element}\n${indent}</Consent>` : `<Consent>${element}</Consent>`
  return text.slice(0, match.index) + wrapped + text.slice(end)
}

/** One step of the indentation that a file uses. */
function unitOf(indent: string): string {
  return indent.includes('\t') ? '\t' : '  '
}

function addIsland(text: string): string | undefined {
  const at = text.lastIndexOf('</body>')
  if (at < 0) return undefined
  const start = text.lastIndexOf('\n', at) + 1
  const indent = text.slice(start, at)
  if (indent.trim() !== '') return `${text.slice(0, at)}<Consent client:load />${text.slice(at)}`
  return `${text.slice(0, start)}${indent}${unitOf(indent)}<Consent client:load />\n${text.slice(start)}`
}

/** Adds an import after the last one, or at the start. A file of Astro has its imports between two lines of hyphens. */
function addImport(text: string, line: string): string {
  const imports = [...text.matchAll(/^import\b[^'"]*(?:['"][^'"\n]*['"])[^\n]*$/gm)]
  const last = imports.at(-1)
  if (last !== undefined) {
    const end = last.index + last[0].length
    return `${text.slice(0, end)}\n${line}${text.slice(end)}`
  }
  if (text.startsWith('---\n')) return `---\n${line}${text.slice(3)}`
  return /<\/body>/.test(text) && text.trimStart().startsWith('<') ? `---\n${line}\n---\n${text}` : `${line}\n${text}`
}
