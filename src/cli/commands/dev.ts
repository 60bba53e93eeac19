import { join, resolve } from 'node:path'
import type { ServiceEvent } from '../../service/index.ts'
import { nonBlank } from '../../service/node/check-database-url.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, numberOption, textOption, UsageError } from '../command.ts'
import { DEFAULT_FOLDER, hasDatabase } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { untilAborted } from '../wait-for-signal.ts'
import { changeEnvironment, DEFAULT_EMAIL, ENV_FILE, FOLDER_OPTION } from './dev/app-environment.ts'
import { changeFiles, type FileChange } from './dev/change-files.ts'
import { openControl } from './dev/control.ts'
import { describeResponse } from './dev/describe-response.ts'
import { type AppValues, type Framework, fromEnvironment, toVariables } from './dev/frameworks.ts'
import { nextSteps } from './dev/next-steps.ts'
import { readApp } from './dev/read-app.ts'
import { readSources } from './dev/read-sources.ts'
import { createServerKeys, type ServerKeys } from './dev/server-keys.ts'
import { findOrCreateProvider, portsToTry, readVariables, serveOnFirstFree } from './dev/start-service.ts'
import { SERVE_OPTIONS } from './serve/read-options.ts'

const HOW_TO_CONTINUE = `Start your app in another terminal, and agree. Each registration, license, withdrawal and refused request appears here.
Other commands, such as \`npx licet license list\`, work in another terminal meanwhile.
Press Ctrl-C to stop.`

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
    webhook: {
      type: 'string',
      value: '<url>',
      help: 'send the events to this address of your server, such as http://localhost:3000/api/licet',
    },
    ...FOLDER_OPTION,
  },
  notes: ['DATABASE_URL is not used. In production, run `licet serve` with PostgreSQL.'],
  async run(input, io) {
    const port = numberOption(input, 'port', 0, 65_535)
    const webhookUrl = readWebhookUrl(input)
    const withoutQuestion = input.values.yes === true
    const email = textOption(input, 'email') ?? DEFAULT_EMAIL
    const dataDir = nonBlank(textOption(input, 'data-dir')) ?? DEFAULT_FOLDER
    const folder = resolve(io.cwd, dataDir)
    const { name, framework } = await readApp(io.cwd)
    const variables = readVariables(join(io.cwd, ENV_FILE))
    const used = fromEnvironment(framework.prefix, variables)
    if (!hasDatabase(folder)) io.out(`Creating the database in ${dataDir}. This takes some seconds.`)
    const running = await serveOnFirstFree(port === undefined ? portsToTry(used.authUrl) : [port], {
      dataDir: folder,
      allowEmbedded: true,
      loopbackOnly: true,
      onEvent: (event) => printEvent(event, io),
      onResponse: (request, response) => void describeResponse(request, response).then((line) => line && printLine(line, io)),
    })
    let closeControl: () => void = () => undefined
    try {
      const found = await findOrCreateProvider(running, { email, name, providerId: used.id })
      const values: AppValues = { authUrl: running.url, provider: found.provider }
      io.out(`Licet listens on ${running.url} (database: ${dataDir}).`)
      io.out(`${found.isNew ? 'Created the' : 'Uses the'} provider "${printable(found.name)}": ${found.provider.id}`)
      closeControl = await openControl(folder, running.storage, io.now)
      const canWrite = framework.prefix !== undefined && (withoutQuestion || io.confirm !== undefined)
      const keys = canWrite
        ? await createServerKeys(running.service, {
            authUrl: running.url,
            providerId: found.provider.id,
            userId: found.userId,
            known: variables,
            webhookUrl,
          })
        : undefined
      await changeFiles(io.cwd, changesFor(framework, values, keys), { withoutQuestion, io, whenUnchanged: 'The service runs.' })
      if (keys !== undefined && !hasKeys(readVariables(join(io.cwd, ENV_FILE)), keys)) await keys.undo()
      if (!io.signal.aborted) {
        io.out('')
        for (const line of nextSteps(framework, values, readSources(io.cwd))) io.out(line)
        if (webhookUrl !== undefined) io.out(`Events are sent to ${printable(webhookUrl)}.`)
        io.out(HOW_TO_CONTINUE)
      }
      await untilAborted(io.signal)
    } finally {
      closeControl()
      await running.close()
    }
    return EXIT.ok
  },
}

/** Returns whether the file has the keys, because they were written or were there already. */
function hasKeys(variables: Readonly<Record<string, string | undefined>>, keys: ServerKeys): boolean {
  return [...keys.variables].every(([name, value]) => variables[name] === value)
}

/** Reads the address that events are sent to. */
function readWebhookUrl(input: CommandInput): string | undefined {
  const url = textOption(input, 'webhook')
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return url
  throw new UsageError(
    `--webhook is "${url}", which is no http address. Nothing was started. Use one such as http://localhost:3000/api/licet.`,
  )
}

function changesFor({ prefix }: Framework, values: AppValues, keys: ServerKeys | undefined): readonly FileChange[] {
  return changeEnvironment(prefix === undefined ? undefined : new Map([...toVariables(prefix, values), ...(keys?.variables ?? [])]))
}

function printEvent({ type, ...details }: ServiceEvent, io: CommandIo): void {
  printLine(`${type} ${toPrintableJson(details, 0)}`, io)
}

/** Prints a line of the log with the local time. */
function printLine(line: string, io: CommandIo): void {
  io.out(`${new Date(io.now()).toTimeString().slice(0, 8)}  ${line}`)
}
