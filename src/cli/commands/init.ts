import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, posix, resolve } from 'node:path'
import { LicetError } from '../../core/errors.ts'
import { DEFAULT_PORT } from '../../service/defaults.ts'
import { nonBlank } from '../../service/node/check-database-url.ts'
import { type Command, type CommandIo, EXIT, textOption } from '../command.ts'
import { DEFAULT_FOLDER, hasDatabase, withDatabase, withServiceOn } from '../database.ts'
import { printable } from '../printable.ts'
import { changeEnvironment, DEFAULT_EMAIL, ENV_FILE, FOLDER_OPTION } from './dev/app-environment.ts'
import { changeFiles, type FileChange, PUBLIC } from './dev/change-files.ts'
import { type AppValues, fromEnvironment, type Integration, toVariables } from './dev/frameworks.ts'
import { type AppFolder, readApp } from './dev/read-app.ts'
import { readSources } from './dev/read-sources.ts'
import { findOrCreateProvider, readVariables } from './dev/start-service.ts'
import { addComponent } from './init/add-component.ts'
import { agreementFile, consentFile } from './init/app-files.ts'
import { toDiff } from './init/to-diff.ts'

export const initCommand: Command = {
  words: ['init'],
  summary: 'Add the consent screen to the app in this folder, after showing each change.',
  options: {
    yes: { type: 'boolean', help: 'write the files without a question' },
    ...FOLDER_OPTION,
  },
  notes: ['It knows Vite, Next.js with the app router, React Router, TanStack Start and Astro. Then run `licet dev`.'],
  async run(input, io) {
    const app = await readApp(io.cwd)
    const integration = requireIntegration(app)
    const present = readSources(io.cwd).find(({ text }) => text.includes('<ConsentProvider'))
    if (present !== undefined) {
      io.out(`${printable(present.name)} has a ConsentProvider already. Nothing was written. Run \`licet dev\`.`)
      return EXIT.ok
    }
    const root = integration.files.find((file) => existsSync(join(io.cwd, file)))
    if (root === undefined) throw rootMissing(app, integration)
    const dataDir = nonBlank(textOption(input, 'data-dir')) ?? DEFAULT_FOLDER
    const values = await readValues(app, resolve(io.cwd, dataDir), io)
    io.out(`This is a ${app.framework.name} app. Its pages go through ${root}.`)
    const folder = posix.join(dirname(root), integration.folder)
    const changes = [
      ...changesOf(app, integration, root, folder, io),
      ...changeEnvironment(toVariables(app.framework.prefix ?? '', values)),
    ]
    const isNew = (name: string) => !existsSync(join(io.cwd, name))
    const created = changes.map(({ name }) => name).filter(isNew)
    const written = await changeFiles(io.cwd, changes, {
      withoutQuestion: input.values.yes === true,
      io,
      whenUnchanged: 'Other files may have been written.',
    })
    if (written.length === 0) return EXIT.failed
    // Git does not know the file with the variables.
    const changed = written.filter((name) => name !== ENV_FILE && !created.includes(name))
    const removed = [folder, ...written.filter((name) => created.includes(name) && !name.startsWith(`${folder}/`))]
    for (const line of nextLines(folder)) io.out(line)
    io.out(`To undo: git checkout ${changed.join(' ')} && rm -r ${removed.join(' ')}`)
    return EXIT.ok
  },
}

function requireIntegration({ framework, packages }: AppFolder): Integration {
  const { integration, name } = framework
  if (integration === undefined)
    throw new LicetError(
      'invalid_configuration',
      'package.json has none of Vite, Next.js, React Router, TanStack Start and Astro. Nothing was written. Run `licet dev`, which prints the lines to paste.',
    )
  const [needed, command] = integration.needs ?? []
  if (needed !== undefined && !packages.includes(needed))
    throw new LicetError(
      'invalid_configuration',
      `This ${name} app has no ${needed}, so it cannot show React components. Nothing was written. Run \`${command}\` first.`,
    )
  return integration
}

/** Returns the values of the app: the ones in `.env.local`, or of a provider in the database, which is created if it is missing. */
async function readValues({ name, framework: { prefix } }: AppFolder, folder: string, io: CommandIo): Promise<AppValues> {
  const { authUrl: url, id, publicKey } = fromEnvironment(prefix, readVariables(join(io.cwd, ENV_FILE)))
  const authUrl = url || `http://127.0.0.1:${DEFAULT_PORT}`
  if (id && publicKey) return { authUrl, provider: { id, publicKey } }
  if (!hasDatabase(folder)) io.out('Creating the database of the development service. This takes some seconds.')
  const { provider } = await withDatabase({ dataDir: folder }, (storage) =>
    withServiceOn(storage, io, (service) => findOrCreateProvider({ service }, { email: DEFAULT_EMAIL, name, providerId: id }), {}),
  )
  return { authUrl, provider }
}

/** Returns the changes of the code: the new files in `folder`, and the component in the file `root`. */
function changesOf(
  app: AppFolder,
  integration: Integration,
  root: string,
  folder: string,
  { cwd }: CommandIo,
): readonly FileChange[] {
  // A file of Astro has no separate language.
  const isTyped = /^\.tsx?$/.test(extname(root)) || (extname(root) === '.astro' && existsSync(join(cwd, 'tsconfig.json')))
  const from = posix.relative(dirname(root), posix.join(folder, 'consent'))
  const added = addComponent(readFileSync(join(cwd, root), 'utf8'), integration, from.startsWith('.') ? from : `./${from}`)
  if (added === undefined) throw placeMissing(root)
  return [
    createFile(posix.join(folder, isTyped ? 'agreement.ts' : 'agreement.js'), agreementFile(app.name)),
    createFile(posix.join(folder, isTyped ? 'consent.tsx' : 'consent.jsx'), consentFile(app, integration, isTyped)),
    { name: root, mode: PUBLIC, edit: (old) => ({ text: added, lines: toDiff(old, added) }) },
  ]
}

/** Returns the change that creates a file. A file that exists stays as it is. */
function createFile(name: string, text: string): FileChange {
  const lines = text.trimEnd().split('\n')
  return {
    name,
    mode: PUBLIC,
    edit: (old) => (old === '' ? { text, lines: lines.map((line) => `+ ${line}`.trimEnd()) } : undefined),
  }
}

function nextLines(folder: string): readonly string[] {
  return [
    '',
    `1. Write your agreement in ${folder}, in the file "agreement". Everything in it is an example.`,
    '2. Run `npx licet dev`, and start your app in another terminal.',
    `3. Show what needs a license in <Licensed> of ${posix.join(folder, 'consent')}.`,
  ]
}

function rootMissing({ framework }: AppFolder, { files }: Integration): LicetError<'invalid_configuration'> {
  const names = [...new Set(files.map((file) => posix.join(dirname(file), basename(file, extname(file)))))]
  return new LicetError(
    'invalid_configuration',
    `This ${framework.name} app has none of the files ${names.join(', ')}. Nothing was written. Run \`licet dev\`, which prints the lines to paste.`,
  )
}

function placeMissing(root: string): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    `${root} has another form than the template of the framework. Nothing was written. Run \`licet dev\`, which prints the lines to paste.`,
  )
}
