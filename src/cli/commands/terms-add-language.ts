import { join } from 'node:path'
import { type Command, EXIT, textOption, UsageError } from '../command.ts'
import { printable } from '../printable.ts'
import { checkFolder } from './add-language/check-folder.ts'
import { readFolder } from './add-language/read-folder.ts'
import { writeFolder } from './add-language/write-folder.ts'
import { writeIndex } from './add-language/write-index.ts'
import { printFindings } from './terms-lint/print-findings.ts'

/** A BCP 47 tag: a language, and perhaps a script and a region. */
const TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/

/** `licet terms add-language` */
export const termsAddLanguage: Command = {
  words: ['terms', 'add-language'],
  summary: 'Write the folder of a new language with every text to translate, then check it and make it usable.',
  usage: 'licet terms add-language <tag> [options]',
  positionals: { '<tag>': 'the language, such as it or pt-PT' },
  options: {
    folder: { type: 'string', value: '<path>', help: 'the folder of the language (default: licet-<tag>)' },
  },
  notes: [
    'The first run writes the folder. Translate its files, and run the command again: it lists what is missing or wrong.',
    'When nothing is missing or wrong, it writes index.js, which exports "messages" and "templates".',
    'Exit code: 0 when the folder was written or is complete, 1 when a check failed, 2 when the command could not run.',
  ],
  async run(input, io) {
    const [tag = ''] = input.positionals
    if (!TAG.test(tag))
      throw new UsageError(`"${printable(tag)}" is not a language tag. Nothing was written. Use one such as it, pt-PT or zh-Hant.`)
    const name = textOption(input, 'folder') ?? `licet-${tag}`
    const folder = join(io.cwd, name)
    const language = await readFolder(folder, tag)
    if (language === undefined) {
      const files = await writeFolder(folder, tag)
      io.out(`Wrote ${files.length} files to ${printable(name)}.`)
      io.out(`  In interface.json and terms.json, write each text as ${JSON.stringify(tag)}, beside the English one.`)
      io.out(
        '  In parts and templates, translate the Markdown. Leave the marks in braces as they are. Delete the templates that you do not use.',
      )
      io.out(`  Then run \`licet terms add-language ${tag}\` again. It checks the folder, and writes index.js.`)
      return EXIT.ok
    }
    const { findings, templates } = checkFolder(language)
    if (findings.length > 0) {
      printFindings(findings, io)
      return EXIT.failed
    }
    await writeIndex(folder, language, templates)
    io.out(
      `The language ${tag} is complete, with ${templates.length === 1 ? '1 template' : `${templates.length} templates`}. Wrote index.js.`,
    )
    io.out(`  Import "messages" and "templates" from ./${printable(name)}/index.js.`)
    io.out('  A lawyer should still read the terms.')
    return EXIT.ok
  },
}
