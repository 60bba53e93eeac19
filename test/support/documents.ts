import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './run-command.ts'

/** Returns the documents whose commands, examples and links must work: those at the top, and every page of docs. */
export function documents(): readonly string[] {
  const pages = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  return ['README.md', 'CHANGELOG.md', 'SECURITY.md', ...pages.sort().map((name) => `docs/${name}`)]
}

/** Returns the fenced code blocks of a language in a document, in order. */
export function codeBlocks(document: string, language: string): readonly string[] {
  const text = readFileSync(join(projectRoot, document), 'utf8')
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code)
}

/** Returns the anchors of a document: of its headings, as Markdown renderers make them, and its own. */
export function anchorsOf(document: string): readonly string[] {
  const text = readFileSync(join(projectRoot, document), 'utf8')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]
}
