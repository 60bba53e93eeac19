import { join, resolve } from 'node:path'
import type { ServiceEvent } from '../../service/index.ts'
import { nonBlank } from '../../service/node/check-database-url.ts'
import { type Command, type CommandIo, EXIT, numberOption, textOption } from '../command.ts'
import { DATABASE_OPTIONS, DEFAULT_FOLDER, hasDatabase } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { untilAborted } from '../wait-for-signal.ts'
import { changeFiles, type FileChange } from './dev/change-files.ts'
import { describeResponse } from './dev/describe-response.ts'
import { editEnv, editGitignore } from './dev/edit-env.ts'
import { type AppValues, type Framework, toVariables } from './dev/frameworks.ts'
import { nextSteps } from './dev/next-steps.ts'
import { readApp } from './dev/read-app.ts'
import { readSources } from './dev/read-sources.ts'
import { findOrCreateProvider, portsToTry, readVariables, serveOnFirstFree } from './dev/start-service.ts'
import { SERVE_OPTIONS } from './serve/read-options.ts'

const ENV_FILE = '.env.local'
const DEFAULT_EMAIL = 'developer@localhost'
const HOW_TO_CONTINUE = `Start your app in another terminal, and agree. Each registration, license, withdrawal and refused request appears here.
Press Ctrl-C to stop.`
const [PRIVATE, PUBLIC] = [0o600, 0o644]

export const devCommand: Command = {
  words: ['dev'],
  summary: 'Run the service for the app in this folder, and show how to use it.',
  options: {
    yes: { type: 'boolean', help: `write ${ENV_FILE} and .gitignore without a question` },
    port: {
      ...SERVE_OPTIONS.port,
      help: 'port to listen on (default: the port of the last start, or the first free port from 8787)',
    },
    email: {
      type: 'string',
      value: '<address>',
      help: `user whose newest provider is used; both are created if missing (default: ${DEFAULT_EMAIL})`,
    },
    'data-dir': { ...DATABASE_OPTIONS['data-dir'], help: `folder of the embedded database (default: ${DEFAULT_FOLDER})` },
  },
  notes: ['DATABASE_URL is not used. In production, run `licet serve` with PostgreSQL.'],
  async run(input, io) {
    const port = numberOption(input, 'port', 0, 65_535)
    const email = textOption(input, 'email') ?? DEFAULT_EMAIL
    const dataDir = nonBlank(textOption(input, 'data-dir')) ?? DEFAULT_FOLDER
    const folder = resolve(io.cwd, dataDir)
    const { name, framework } = await readApp(io.cwd)
    const nameOf = (variable: 'LICET_AUTH_URL' | 'LICET_PROVIDER_ID') => `${framework.prefix}${variable}`
    const variables = readVariables(join(io.cwd, ENV_FILE))
    if (!hasDatabase(folder)) io.out(`Creating the database in ${dataDir}. This takes some seconds.`)
    const running = await serveOnFirstFree(port === undefined ? portsToTry(variables[nameOf('LICET_AUTH_URL')]) : [port], {
      dataDir: folder,
      allowEmbedded: true,
      loopbackOnly: true,
      onEvent: (event) => printEvent(event, io),
      onResponse: (request, response) => void describeResponse(request, response).then((line) => line && printLine(line, io)),
    })
    try {
      const providerId = variables[nameOf('LICET_PROVIDER_ID')]
      const found = await findOrCreateProvider(running, { email, name, providerId })
      const values: AppValues = { authUrl: running.url, provider: found.provider }
      io.out(`Licet listens on ${running.url} (database: ${dataDir}).`)
      io.out(`${found.isNew ? 'Created the' : 'Uses the'} provider "${printable(found.name)}": ${found.provider.id}`)
      await changeFiles(io.cwd, changesFor(framework, values), {
        withoutQuestion: input.values.yes === true,
        io,
        signal: io.signal,
      })
      if (!io.signal.aborted) {
        io.out('')
        for (const line of nextSteps(framework, values, readSources(io.cwd))) io.out(line)
        io.out(HOW_TO_CONTINUE)
      }
      await untilAborted(io.signal)
    } finally {
      await running.close()
    }
    return EXIT.ok
  },
}

function changesFor({ prefix }: Framework, values: AppValues): readonly FileChange[] {
  const gitignore = { name: '.gitignore', mode: PUBLIC, edit: editGitignore }
  if (prefix === undefined) return [gitignore]
  return [{ name: ENV_FILE, mode: PRIVATE, edit: (text) => editEnv(text, toVariables(prefix, values)) }, gitignore]
}

function printEvent({ type, ...details }: ServiceEvent, io: CommandIo): void {
  printLine(`${type} ${toPrintableJson(details, 0)}`, io)
}

/** Prints a line of the log with the local time. */
function printLine(line: string, io: CommandIo): void {
  io.out(`${new Date(io.now()).toTimeString().slice(0, 8)}  ${line}`)
}
