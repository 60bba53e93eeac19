#!/usr/bin/env node
import { run } from './run.ts'

// What a command makes can hold keys: no other user of the machine reads it. (PGlite sets modes of its own; its folder is closed.)
process.umask(0o077)
// Whoever read along may go away; unheard, the failed write (EPIPE) would end the service with the next line.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const controller = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  now: Date.now,
  env: process.env,
  signal: controller.signal,
})
