#!/usr/bin/env node
import { run } from './run.ts'

const controller = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  env: process.env,
  signal: controller.signal,
})
