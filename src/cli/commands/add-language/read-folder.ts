import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '../../../core/json.ts'
import type { LanguageTexts } from '../../../terms/language-texts.ts'
import { TEXT_FILES, type TextFile } from './english-texts.ts'

/** What the folder of a language contains. */
export interface LanguageFolder {
  readonly tag: string
  /** The texts by file and key. An empty text is not translated yet. */
  readonly texts: Readonly<Record<TextFile, LanguageTexts>>
  /** The Markdown by `templates/<name>` and `parts/<name>`. */
  readonly sources: Readonly<Record<string, string>>
}

/** Reads the folder of a language. Returns `undefined` when there is none. */
export async function readFolder(folder: string, tag: string): Promise<LanguageFolder | undefined> {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return undefined
  const texts = await Promise.all(TEXT_FILES.map(async (file) => [file, await readTexts(join(folder, file), tag)] as const))
  const sources: Record<string, string> = {}
  for (const kind of ['templates', 'parts'])
    for (const name of (await readdir(join(folder, kind)).catch(() => [])).sort())
      if (name.endsWith('.md')) sources[`${kind}/${name.replace(/\.md$/, '')}`] = await readFile(join(folder, kind, name), 'utf8')
  return { tag, texts: Object.fromEntries(texts) as Record<TextFile, LanguageTexts>, sources }
}

async function readTexts(file: string, tag: string): Promise<LanguageTexts> {
  const value: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const text = isJsonObject(entry) ? entry[tag] : undefined
      return [key, typeof text === 'string' ? text.trim().normalize('NFC') : '']
    }),
  )
}
