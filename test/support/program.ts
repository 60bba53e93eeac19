import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { getuid } from 'node:process'
import type { Readable } from 'node:stream'
import { installDebianPackages } from './chromium.ts'
import { plainEnvironment } from './run-command.ts'

const READY_TIMEOUT_MS = 60_000

/** Returns the path of a program. As root on Debian, installs it first if it is missing. */
export function ensureProgram(name: string, debianPackage: string): string {
  const found = find(name)
  if (found !== undefined) return found
  if (getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`No ${name} found: installing Debian’s ${debianPackage}.`)
    installDebianPackages(debianPackage)
    const installed = find(name)
    if (installed !== undefined) return installed
  }
  throw new Error(`${name} was not found, so the tests that use it did not run. Install ${debianPackage} (Debian, Ubuntu).`)
}

function find(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/**
 * Runs a program and watches a pipe to this process. When the pipe closes, because this process was killed,
 * the whole process group ends. Otherwise a browser would keep running after its test.
 */
const WATCHED = `
"$@" 4<&- &
program=$!
{ read -r _; kill -KILL 0; } <&4 &
watch=$!
wait "$program"
code=$?
kill "$watch"
exit "$code"
`

/** A program that runs beside the tests. */
export interface Program {
  readonly child: ChildProcess
  /** Resolves with the first group of a pattern as soon as the output matches it. */
  printed(pattern: RegExp): Promise<string>
  /** Ends it and resolves when it has ended. */
  stop(): Promise<void>
}

/** Starts a program in a separate process group, so that its child processes end with it. */
export function startProgram(
  command: string,
  args: readonly string[],
  { env, cwd }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Program {
  const child = spawn('sh', ['-c', WATCHED, 'sh', command, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const listeners = new Set<() => void>()
  const take = (chunk: string) => {
    output += chunk
    for (const listener of [...listeners]) listener()
  }
  for (const stream of child.stdio.slice(1, 4)) (stream as Readable).setEncoding('utf8').on('data', take)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  process.once('exit', kill)
  return {
    child,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const settle = (end: () => void) => {
          clearTimeout(timer)
          listeners.delete(look)
          end()
        }
        const fail = (why: string) => settle(() => reject(new Error(`${command} ${why}:\n${output}`)))
        const timer = setTimeout(() => fail('was not ready in time'), READY_TIMEOUT_MS)
        const look = () => {
          const found = pattern.exec(output)?.[1]
          if (found !== undefined) settle(() => resolve(found))
        }
        listeners.add(look)
        child.once('error', (error) => fail(error.message))
        child.once('exit', (code) => fail(`ended with ${code}`))
        look()
      }),
    async stop() {
      process.removeListener('exit', kill)
      kill()
      await ended
    },
  }
}
