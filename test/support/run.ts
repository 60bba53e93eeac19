// Runs one tier of the tests: `npm test`, `npm run test:quick`, `npm run test:full -- <part> …`, `npm run test:ci`.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { ensureNode } from './node-version.ts'
import { CI, FULL, type FullPart, LANES, type Part, QUICK, takePart, USUAL } from './parts.ts'
import { projectRoot } from './run-command.ts'

const reports = join(projectRoot, 'node_modules', '.cache', 'licet', 'reports')
const bin = (name: string) => join(projectRoot, 'node_modules', '.bin', name)
const seconds = (since: number) => Math.round((performance.now() - since) / 1000)

/** The JSON report of Vitest about one part. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    /** Why the file has no tests: an import or a hook failed. */
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

interface Result {
  readonly title: string
  readonly seconds: number
  readonly passed: number
  readonly failed: number
  /** The tests and files that did not pass, with the reason. */
  readonly failures?: readonly string[]
}

/** Lines of the output of a part that failed without a failed test. */
const LAST_LINES = 40

const children = new Set<ChildProcess>()
let isInterrupted = false

export async function main(): Promise<void> {
  const [tier = 'usual', ...rest] = process.argv.slice(3)
  const names = rest.filter((word) => word in FULL) as FullPart[]
  const more = rest.filter((word) => !(word in FULL))
  const unknown = more.find((word) => /^\w+$/.test(word))
  if (tier === 'full' && unknown !== undefined)
    throw new Error(`There is no part "${unknown}", so nothing was run. Name one of: ${Object.keys(FULL).join(', ')}.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt(signal))
  mkdirSync(reports, { recursive: true })
  const started = performance.now()
  const results = await runTier(tier, names, more)
  printSummary(results, seconds(started))
}

async function runTier(tier: string, names: readonly FullPart[], more: readonly string[]): Promise<readonly Result[]> {
  const inFull = (wanted: readonly FullPart[]) => wanted.map((name) => FULL[name])
  if (tier === 'quick') return runParts(QUICK, more)
  if (tier === 'full')
    return runParts(
      inFull(names.length > 0 ? names : (Object.keys(FULL) as FullPart[]).filter((name) => FULL[name].isOnDemand !== true)),
      more,
    )
  return runParts(tier === 'ci' ? CI : USUAL, more)
}

/** Builds if a part needs it, and runs the lanes at the same time: a machine of two cores is idle in half of them. */
async function runParts(parts: readonly Part[], more: readonly string[]): Promise<readonly Result[]> {
  const results: Result[] = []
  const build = parts.some(({ needsBuild }) => needsBuild) ? runBuild(results) : Promise.resolve(true)
  const waiting = [...parts]
  await Promise.all(
    LANES.map(async (lane) => {
      for (let part = takePart(waiting, lane); part !== undefined && !isInterrupted; part = takePart(waiting, lane)) {
        if (part.needsBuild && !(await build)) results.push({ title: part.title, seconds: 0, passed: 0, failed: 1 })
        else results.push(await runPart(part, more))
      }
    }),
  )
  return results
}

/** Builds `dist`. A failed build counts as one failure, and so does each part that needs it. */
async function runBuild(results: Result[]): Promise<boolean> {
  const started = performance.now()
  const vite = await run(bin('vite'), ['build', '--emptyOutDir', '--logLevel', 'warn'])
  const types = vite.code === 0 ? await run(bin('tsc'), ['-b', '--force']) : vite
  const isBuilt = types.code === 0
  if (!isBuilt) printOutput('build', types.output)
  results.push({ title: 'build', seconds: seconds(started), passed: 0, failed: isBuilt ? 0 : 1 })
  return isBuilt
}

/** Runs one part and counts from the report. A skipped test counts as failed, because it proves nothing. */
async function runPart(part: Part, more: readonly string[]): Promise<Result> {
  const { title, tier, projects, maxWorkers, node } = part
  const started = performance.now()
  const file = join(reports, `${tier}-${node === undefined ? '' : `node${node}-`}${projects.join('-')}.json`)
  rmSync(file, { force: true })
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
  const folder = node === undefined ? undefined : ensureNode(node)
  const { code, output } = await run(
    folder === undefined ? process.execPath : join(folder, 'node'),
    [
      ...[vitest, 'run', ...projects.flatMap((project) => ['--project', project])],
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
      ...(maxWorkers === undefined ? [] : [`--maxWorkers=${maxWorkers}`]),
      ...more,
    ],
    // Programs that a test starts by their names run on the same version: `npm` too.
    {
      LICET_TIER: tier,
      ...(part.needsBuild && { LICET_IS_BUILT: '1' }),
      ...(folder !== undefined && { PATH: `${folder}${delimiter}${process.env.PATH}` }),
    },
  )
  printOutput(title, output)
  const report: Report | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const passed = report?.numPassedTests ?? 0
  let failed = (report?.numFailedTests ?? 0) + (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1
  if (tier === 'full' && report !== undefined) printCounts(report)
  const failures = report === undefined ? [] : failuresOf(report)
  // An error outside of a test is not in the report.
  if (failed > 0 && failures.length === 0) failures.push(`${title}\n${output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')}`)
  return { title, seconds: seconds(started), passed, failed, failures }
}

function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status: ofFile, message, assertionResults }) => {
    const path = relative(projectRoot, name)
    const tests = assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, failureMessages }) => `${path}: ${fullName}\n${failureMessages?.join('\n') ?? ''}`)
    return tests.length === 0 && ofFile === 'failed' ? [`${path}\n${message ?? ''}`] : tests
  })
}

/** Prints the tests that do something a thousand times and more: the evidence of a full run. */
function printCounts({ testResults }: Report): void {
  for (const { fullName, status } of testResults.flatMap(({ assertionResults }) => assertionResults))
    if (/\d,\d{3}/.test(fullName)) console.log(`${status === 'passed' ? 'no violation' : 'VIOLATED'}: ${fullName}`)
}

/** Runs a command to its end. Its output is kept and printed as a whole, because lanes run at the same time. */
function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
    })
    children.add(child)
    let output = ''
    const keep = (chunk: string) => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.once('error', (error) => keep(`${command}: ${error.message}\n`))
    child.once('close', (code) => {
      children.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Passes a signal on to all running commands. The summary is printed when they have ended. */
function interrupt(signal: NodeJS.Signals): void {
  isInterrupted = true
  for (const child of children) child.kill(signal)
}

function printOutput(title: string, output: string): void {
  console.log(`\n── ${title}\n${output.trimEnd()}`)
}

function printSummary(results: readonly Result[], total: number): void {
  const failures = results.flatMap((result) => result.failures ?? [])
  if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`)
  console.log('\n── time of each part')
  for (const { title, seconds: time, passed, failed } of results)
    console.log(`${`${time} s`.padStart(7)}  ${title}${passed + failed > 0 ? `: ${passed} passed, ${failed} failed` : ''}`)
  console.log(`${`${total} s`.padStart(7)}  in all`)
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0)
  const failed = sum((result) => result.failed) + (isInterrupted ? 1 : 0)
  console.log(`${sum((result) => result.passed)} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
}
