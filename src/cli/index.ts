#!/usr/bin/env node
import { EXIT } from './command.ts'
import { run } from './run.ts'

// What a command makes can hold keys: no other user of the machine reads it. (PGlite sets modes of its own; its folder is closed.)
process.umask(0o077)
// Whoever read along may go away; unheard, the failed write (EPIPE) would end the service with the next line.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const controller = new AbortController()
// Until a command asks for the signal, nothing waits to be finished: the program ends as any does, also where it is the first of a container.
let asked = false
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    if (asked) return controller.abort()
    process.kill(process.pid, name)
    process.exit(EXIT.error)
  })
}

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  now: Date.now,
  env: process.env,
  get signal() {
    asked = true
    return controller.signal
  },
})
