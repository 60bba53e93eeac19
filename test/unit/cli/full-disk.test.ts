import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openStandardOutput } from '../../../src/cli/standard-output.ts'
import { describeFileError } from '../../../src/service/node/describe-file-error.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { licet } from '../../fixtures/run-licet.ts'
import type { TestDatabase } from '../../support/postgres.ts'
import { plainEnvironment, projectRoot } from '../../support/run-command.ts'

const LICET = join(projectRoot, 'test/support/licet.mjs')

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'licet-output-'))
const started: ChildProcess[] = []
beforeAll(async () => {
  database = await createPostgresDatabase()
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.stop()
})

function start(command: string, args: readonly string[], stdout: 'pipe' | number): ChildProcess {
  const env = { ...plainEnvironment(), DATABASE_URL: database.url }
  const child = spawn(command, args, { cwd: projectRoot, env, stdio: ['ignore', stdout, 'pipe'] })
  started.push(child)
  return child
}

async function end(child: ChildProcess): Promise<{ readonly code: unknown; readonly err: string }> {
  const [[code], err] = await Promise.all([once(child, 'exit'), child.stderr === null ? '' : text(child.stderr)])
  return { code, err }
}

/** Runs a command whose standard output is a full disk. */
async function runOnFullDisk(...args: readonly string[]) {
  const full = openSync('/dev/full', 'w')
  try {
    return await end(start(execPath, [LICET, ...args], full))
  } finally {
    closeSync(full)
  }
}

// Regression: every error of standard output was ignored, so an export into a full disk was incomplete and ended with 0.
test('a command whose output does not fit on the disk reports it and exits with 2', async () => {
  const details = ['--name', 'A', '--email', 'a@example.com', '--database-url', database.url]
  const { providerId } = JSON.parse((await licet('provider', 'create', ...details, '--json')).out)
  for (const args of [
    ['openapi'],
    ['license', 'list'],
    ['audit', 'export'],
    ['key', 'rotate', '--json'],
    ['api-key', 'create', '--email', 'a@example.com'],
    ['identity-key', 'create', '--provider', providerId],
  ]) {
    const { code, err } = await runOnFullDisk(...args)
    expect([args, code, err]).toEqual([
      args,
      2,
      expect.stringContaining('The output could not be written completely: the disk is full (ENOSPC).'),
    ])
    expect(err.match(/could not be written/g)).toHaveLength(1)
  }
})

test('`audit follow` ends when its output does not fit on the disk', async () => {
  expect(await runOnFullDisk('audit', 'follow', '--from', '2020-01-01')).toMatchObject({
    code: 2,
    err: expect.stringContaining('the disk is full (ENOSPC)'),
  })
})

// Regression: Node writes to a file once. The end of the last line was missing, without an error of the system.
test('a command of whose last line only a part fits reports it and exits with 2', async () => {
  const file = join(folder, 'openapi.json')
  const child = start('sh', ['-c', 'ulimit -f 1; exec "$0" "$1" openapi > "$2"', execPath, LICET, file], 'pipe')
  expect(await end(child)).toMatchObject({ code: 2, err: expect.stringContaining('larger than the system permits (EFBIG)') })
  const { length } = readFileSync(file)
  expect([length > 0, length < 2048]).toEqual([true, true])
})

test('a reader that exits early is no error', async () => {
  const child = start(execPath, [LICET, 'openapi'], 'pipe')
  child.stdout?.destroy()
  expect(await end(child)).toEqual({ code: 0, err: '' })
})

// Regression: each wait left two listeners, so an export into a pipe printed a warning of Node about a leak.
test('waiting for a slow reader leaves no listener', async () => {
  const { stdout } = process
  const output = openStandardOutput(() => undefined)
  const countListeners = () => ['drain', 'close', 'error'].map((name) => stdout.listenerCount(name))
  const before = countListeners()
  const isFull = vi.spyOn(stdout, 'writableNeedDrain', 'get').mockReturnValue(true)
  const drained = output.drained()
  stdout.emit('drain')
  await drained
  isFull.mockRestore()
  expect(countListeners()).toEqual(before)
})

// Regression: it was reported as a fault of the program. The limit stands for a full disk, which a test cannot fill without root.
test.each([['backup'], ['erasures', 'export'], ['license', 'export', '--output']])(
  '`licet %s %s` into a file that the system cuts off names the cause, and leaves no part of it',
  async (...args) => {
    const file = join(folder, args.join('-'))
    const child = start('sh', ['-c', 'ulimit -f 0; exec "$0" "$@"', execPath, LICET, ...args, file], 'pipe')
    const { code, err } = await end(child)
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`${file} could not be written: the file is larger than the system permits (EFBIG).`),
    ])
    expect(err).not.toContain('unexpectedly')
    expect(readdirSync(folder).filter((name) => file.endsWith(name.split('.')[0] ?? ''))).toEqual([])
  },
)

test('the reason of a full disk is named', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  expect(describeFileError(full)).toEqual({ reason: 'the disk is full (ENOSPC)', fix: 'Free disk space, or use another disk' })
  expect(describeFileError(new Error('write'))).toBeUndefined()
})
