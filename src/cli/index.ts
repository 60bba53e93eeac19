#!/usr/bin/env node
import { EXIT } from './command.ts'
import { confirm } from './confirm.ts'
import { run } from './run.ts'
import { openStandardOutput } from './standard-output.ts'

// The files that a command creates can contain keys, so no other user may read them. PGlite sets file modes itself; its folder is private.
process.umask(0o077)
// The reader of a pipe can exit early. Without a listener, the failed write (EPIPE) would end the service.
process.stderr.on('error', () => undefined)

const PARENT_CHECK_MS = 500

const controller = new AbortController()
let hasReadSignal = false
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    if (hasReadSignal) return controller.abort()
    process.kill(process.pid, name)
    // The first process of a container ignores a signal that has no handler.
    process.exit(EXIT.error)
  })
}

if (process.env.npm_lifecycle_event === 'npx') endWithParent()

const err = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
const output = openStandardOutput(err)
const code = await run(process.argv.slice(2), {
  out: (line) => output.write(`${line}\n`),
  drained: output.drained,
  outputClosed: output.closed,
  err,
  now: Date.now,
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY,
  ...(process.stdin.isTTY && process.stdout.isTTY && { confirm }),
  get signal() {
    hasReadSignal = true
    return controller.signal
  },
})
process.exitCode = (await output.finish()) ? code : EXIT.error

/** npx ends on SIGTERM and leaves its program running, with another parent. Not for a script of npm, which may start a program and end. */
function endWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  watch.unref()
}
