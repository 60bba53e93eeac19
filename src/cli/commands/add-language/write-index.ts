import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Template } from '../../../terms/template.ts'
import { toMessages } from './english-texts.ts'
import type { LanguageFolder } from './read-folder.ts'

const NOTE = (tag: string) =>
  `// Written by \`licet terms add-language ${tag}\`. To change it, change the other files of this folder and run the command again.`

/** Writes the module of a checked language, with its types: the messages of the interface and the templates. */
export async function writeIndex(folder: string, { tag, texts }: LanguageFolder, templates: readonly Template[]): Promise<void> {
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  const code = [
    NOTE(tag),
    "import { createTemplateWords } from 'licet/terms/lint'",
    '',
    `export const messages = ${json(toMessages(tag, texts['interface.json']))}`,
    '',
    `const words = createTemplateWords(${json(tag)}, ${json(texts['terms.json'])}, messages)`,
    `const template = (name, tree) => ({ name, locale: ${json(tag)}, version: 1, tree, words })`,
    '',
    'export const templates = {',
    ...templates.map(({ name, tree }) => `  ${json(name)}: template(${json(name)}, ${JSON.stringify(tree)}),`),
    '}',
    '',
  ]
  const types = [
    NOTE(tag),
    "import type { Messages } from 'licet/locales/load'",
    "import type { Template } from 'licet/terms'",
    '',
    'export declare const messages: Messages',
    `export declare const templates: { readonly [Name in ${templates.map(({ name }) => json(name)).join(' | ')}]: Template }`,
    '',
  ]
  await writeFile(join(folder, 'index.js'), code.join('\n'))
  await writeFile(join(folder, 'index.d.ts'), types.join('\n'))
}
