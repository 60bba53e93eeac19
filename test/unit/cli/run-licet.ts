import type { CommandIo } from '../../../src/cli/command.ts'
import { run } from '../../../src/cli/run.ts'

/** The exit code and the output of a command that has ended. */
export interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The environment of a command. Default: no variables, the clock of the machine, and nobody who can answer. */
export interface RunOptions {
  readonly confirm?: NonNullable<CommandIo['confirm']>
  readonly env?: Readonly<Record<string, string>>
  readonly now?: () => number
  readonly cwd?: string
}

/** Runs a command to its end, inside this process. */
export const licet = (...args: string[]): Promise<Result> => runLicet(args)

/** Runs a command with an environment to its end, inside this process. */
export async function runLicet(
  args: readonly string[],
  { env = {}, now = Date.now, cwd = '.', confirm }: RunOptions = {},
): Promise<Result> {
  const lines = { out: '', err: '' }
  const code = await run(args, {
    out: (line) => {
      lines.out += `${line}\n`
    },
    err: (line) => {
      lines.err += `${line}\n`
    },
    now,
    env,
    cwd,
    ...(confirm !== undefined && { confirm }),
    signal: new AbortController().signal,
  })
  return { code, ...lines }
}

/** `licet serve --json` while it runs. */
export interface RunningCommand {
  readonly url: string
  /** The line that it printed at the start, parsed. */
  readonly address: Readonly<Record<string, unknown>>
  /** The lines of the log. */
  readonly log: readonly string[]
  /** Returns the next line of the log, parsed. */
  nextEvent(): Promise<Record<string, unknown>>
  /** Sends the command the signal to stop, and returns its exit code. */
  stop(): Promise<number>
}

/** Starts `licet serve` on a free port, inside this process, and waits until it has printed its address. */
export async function startServe(
  args: readonly string[],
  { env = {}, now = Date.now, cwd = '.' }: RunOptions = {},
): Promise<RunningCommand> {
  const controller = new AbortController()
  const log: string[] = []
  let hasNewLine: () => void = () => undefined
  let ended: Promise<number> = Promise.resolve(0)
  const address = await new Promise<string>((resolve, reject) => {
    ended = run(['serve', '--port', '0', '--json', ...args], {
      out: resolve,
      err: (line) => {
        log.push(line)
        hasNewLine()
      },
      now,
      env,
      cwd,
      signal: controller.signal,
    })
    ended.then((code) => reject(new Error(`The command ended with ${code}: ${log.join('\n')}`)))
  })
  let read = 0
  return {
    url: JSON.parse(address).url,
    address: JSON.parse(address),
    log,
    nextEvent: async () => {
      while (log.length === read) {
        await new Promise<void>((resolve) => {
          hasNewLine = resolve
        })
      }
      return JSON.parse(log[read++] ?? '')
    },
    stop: () => {
      controller.abort()
      return ended
    },
  }
}
