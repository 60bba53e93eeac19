// `npm test`: every check there is, in order, stopping at the first part that fails; with a word behind it, one part that is apart from it.
// The numbers come from the runner's own report of each part; the last line is the sum.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const bin = (name) => join(root, 'node_modules', '.bin', name)
const reports = join(root, 'node_modules', '.cache', 'licet', 'reports')

const parts = [
  { title: 'style, types, unused code', project: 'checks' },
  { title: 'unit, property and conformance tests', project: 'node' },
  { title: 'tests in Chromium', project: 'browser' },
  { title: 'stories', project: 'stories' },
  { title: 'the package as it is published', project: 'package' },
  { title: 'end to end', project: 'e2e' },
]
const apart = {
  engines: { title: 'the journeys on three engines', project: 'engines' },
  long: { title: 'tests in Node, with every count in full', project: 'node' },
}
const [name, ...more] = process.argv.slice(2)
const isLong = name === 'long'

let child
const sums = { passed: 0, failed: 0 }

/** Runs a command with our own streams and answers with its exit code. */
function run(command, args) {
  return new Promise((done) => {
    child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...(isLong && { LICET_LONG: 'true' }) },
    })
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      done(1)
    })
    child.once('exit', (code, signal) => done(code ?? (signal === null ? 0 : 1)))
  })
}

/** Runs one vitest project and adds what its report counted. A test that was skipped counts as failed: it proves nothing. */
async function runProject({ title, project }) {
  console.log(`\n── ${title}`)
  const report = join(reports, `${project}.json`)
  rmSync(report, { force: true })
  const code = await run(bin('vitest'), [
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...more,
  ])
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  const passed = counted?.numPassedTests ?? 0
  let failed = (counted?.numFailedTests ?? 0) + (counted?.numPendingTests ?? 0) + (counted?.numTodoTests ?? 0)
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1
  const tests = counted?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  if (isLong)
    for (const { fullName, status } of tests)
      if (/\d,\d{3}/.test(fullName)) console.log(`${status === 'passed' ? 'no violation' : 'VIOLATED'}: ${fullName}`)
  sums.passed += passed
  sums.failed += failed
  return failed === 0
}

/** Runs a tool whose success is a condition of the rest and no test of its own. */
async function runTool(title, command, args) {
  console.log(`\n── ${title}`)
  const code = await run(command, args)
  if (code !== 0) sums.failed += 1
  return code === 0
}

async function all() {
  mkdirSync(reports, { recursive: true })
  if (name !== undefined) return void (await runProject(apart[name]))
  if (!(await runTool('build', bin('vite'), ['build', '--emptyOutDir', '--logLevel', 'warn']))) return
  if (!(await runTool('types', bin('tsc'), ['-b', '--force']))) return
  for (const part of parts) if (!(await runProject(part))) return
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    child?.kill(signal)
    process.exitCode = 1
  })
}

const started = performance.now()
await all()
console.log(`\n${Math.round((performance.now() - started) / 1000)} s`)
console.log(`${sums.passed} passed, ${sums.failed} failed`)
if (sums.failed > 0) process.exitCode = 1
