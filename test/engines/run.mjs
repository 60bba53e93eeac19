// `npm run test:engines`: the journeys on three engines. Its last line is the sum, as that of `npm test`.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const report = join(root, 'node_modules/.cache/licet/reports/engines.json')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

rmSync(report, { force: true })
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--project=engines',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
)
const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
const passed = counted?.numPassedTests ?? 0
// A test that was skipped counts as failed: it proves nothing.
let failed = (counted?.numFailedTests ?? 0) + (counted?.numPendingTests ?? 0) + (counted?.numTodoTests ?? 0)
if (failed === 0 && (status !== 0 || passed === 0)) failed = 1
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
