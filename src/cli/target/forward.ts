import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type Command, type CommandInput, type CommandIo, EXIT } from '../command.ts'
import { DATABASE } from '../configuration/database-flags.ts'
import { readConfiguration } from '../configuration/read-configuration.ts'
import { SERVE } from '../configuration/serve-flags.ts'
import { chooseDatabase, DEFAULT_FOLDER, sharedStorage } from '../database.ts'
import { isRemote } from './choose-target.ts'

/** The file in the folder of an embedded database with the address of the `licet dev` that uses it. */
export const CONTROL_FILE = 'control.json'

/** One line of the output of a forwarded command, or its end. */
export type ControlLine = { readonly out: string } | { readonly err: string } | { readonly code: number }

/** The commands that work on a database while `licet dev` uses it. */
const FORWARDED = new Set([
  'provider',
  'user',
  'api-key',
  'identity-key',
  'license',
  'stats',
  'device',
  'webhook',
  'key',
  'audit',
  'log',
])

/**
 * Runs a command in the `licet dev` that uses the database of the command, and returns its exit code. Returns `undefined` when no
 * `licet dev` uses it.
 */
export async function forwardToDev(
  { words, options }: Command,
  input: CommandInput,
  args: readonly string[],
  io: CommandIo,
): Promise<number | undefined> {
  if (!FORWARDED.has(words[0] ?? '') || !('data-dir' in options) || sharedStorage.getStore() !== undefined) return undefined
  // `--url` of `webhook add` is the address of the receiver.
  const { url, ...values } = input.values
  const isReceiver = words[0] === 'webhook' && words[1] === 'add'
  if ('user-id' in options && isRemote(isReceiver ? { ...input, values } : input, io)) return undefined
  const { settings, faults } = await readConfiguration(DATABASE, input, io, SERVE)
  const { databaseUrl, dataDir = DEFAULT_FOLDER } = chooseDatabase(settings)
  const control = databaseUrl === undefined && faults.length === 0 ? readControl(resolve(io.cwd, dataDir)) : undefined
  if (control === undefined) return undefined
  const response = await call(control, args, io)
  return response?.body ? print(response.body, io) : undefined
}

interface Control {
  readonly url: string
  readonly key: string
}

function readControl(folder: string): Control | undefined {
  try {
    const { url, key } = JSON.parse(readFileSync(join(folder, CONTROL_FILE), 'utf8'))
    return typeof url === 'string' && typeof key === 'string' ? { url, key } : undefined
  } catch {
    return undefined
  }
}

/** Sends the command. A `licet dev` that was killed leaves its file, and does not respond. */
async function call({ url, key }: Control, args: readonly string[], io: CommandIo): Promise<Response | undefined> {
  const env = Object.fromEntries(Object.entries(io.env).filter(([name]) => name.startsWith('LICET_')))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ args, env, cwd: io.cwd }),
      signal: io.signal,
    })
    return response.ok ? response : undefined
  } catch {
    return undefined
  }
}

async function print(body: NonNullable<Response['body']>, io: CommandIo): Promise<number> {
  // The types of the stream differ between the platform and Node.
  const lines = createInterface({ input: Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) })
  try {
    for await (const text of lines) {
      const line: ControlLine = JSON.parse(text)
      if ('code' in line) return line.code
      if ('out' in line) io.out(line.out)
      else io.err(line.err)
      await io.drained?.()
    }
  } catch {
    // Reported below.
  }
  if (io.signal.aborted) return EXIT.ok
  io.err('`licet dev` ended before the command did. What it had done stays. Run the command again.')
  return EXIT.error
}
