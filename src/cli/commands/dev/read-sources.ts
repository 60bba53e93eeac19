import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A source file of the app. */
export interface SourceFile {
  /** Path in the folder of the app, with `/`. */
  readonly name: string
  readonly text: string
}

const SOURCE = /\.(?:[cm]?[jt]sx?|astro|mdx|css|s[ac]ss|less|html)$/
const NO_SOURCES = /^(?:\..*|node_modules|dist|build|out|coverage)$/
/** Enough for an app. A larger folder is read up to here. */
const [MAX_FILES, MAX_BYTES] = [2000, 200_000]

/** Reads the source files of an app. Leaves out installed packages, build results, large files, and what cannot be read. */
export function readSources(folder: string): readonly SourceFile[] {
  const found: SourceFile[] = []
  const folders = ['']
  for (let at = 0; at < folders.length && found.length < MAX_FILES; at++) {
    for (const entry of entriesOf(join(folder, folders[at] ?? ''))) {
      const name = `${folders[at]}${entry.name}`
      if (entry.isDirectory() && !NO_SOURCES.test(entry.name)) folders.push(`${name}/`)
      else if (entry.isFile() && SOURCE.test(name)) found.push(...read(folder, name))
    }
  }
  return found
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function read(folder: string, name: string): readonly SourceFile[] {
  try {
    const path = join(folder, name)
    return statSync(path).size > MAX_BYTES ? [] : [{ name, text: readFileSync(path, 'utf8') }]
  } catch {
    return []
  }
}
