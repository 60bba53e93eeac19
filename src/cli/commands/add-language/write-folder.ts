import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ENGLISH_SOURCES, englishTexts } from './english-texts.ts'

/** Writes the folder of a new language: every text with the English one beside it, and the English templates. Returns the paths. */
export async function writeFolder(folder: string, tag: string): Promise<readonly string[]> {
  const texts = Object.entries(englishTexts(tag)).map(([file, keys]): [string, string] => [
    file,
    `${JSON.stringify(Object.fromEntries(Object.entries(keys).map(([key, en]) => [key, { en, [tag]: '' }])), null, 2)}\n`,
  ])
  const sources = Object.entries(ENGLISH_SOURCES).map(([path, markdown]): [string, string] => [`${path}.md`, markdown])
  const files: readonly [string, string][] = [...texts, ...sources]
  for (const [path, content] of files) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    // `wx`: a file that exists is never replaced.
    await writeFile(file, content, { flag: 'wx' })
  }
  return files.map(([path]) => path)
}
