import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processSeconds } from './processor-time.ts'
import { plainEnvironment, projectRoot } from './run-command.ts'
import { SNAPSHOT } from './snapshot-path.ts'

const START_TIMEOUT_MS = 100_000

/** What the demo stores in its folder beside its database. */
export interface DemoSecrets {
  readonly userId: string
  readonly apiKey: string
  readonly provider: { readonly id: string; readonly publicKey: string }
}

/** The demo as a separate process with its own database, as `npm start` starts it. */
export interface Demo {
  readonly url: string
  /** Returns its output until now. */
  output(): string
  secrets(): DemoSecrets
  /** Returns the seconds of processor time that it used. Needs `/proc`. */
  processorSeconds(): number
  /** Ends it as Ctrl-C does and returns its exit code. */
  stop(): Promise<number | null>
}

/** A temporary folder for a demo's database. */
export interface DemoFolder {
  readonly path: string
  remove(): void
}

/** Creates a folder with an empty database for a demo. Opening it takes a sixth of the processor time of creating one. */
export function createDemoFolderWithDatabase(): DemoFolder {
  const folder = createDemoFolder()
  const data = join(folder.path, 'database', 'pgdata')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xf', SNAPSHOT, '-C', data], { stdio: ['ignore', 'ignore', 'ignore'] })
  return folder
}

/** Creates an empty folder for a demo that starts more than once. */
export function createDemoFolder(): DemoFolder {
  const path = mkdtempSync(join(tmpdir(), 'licet-demo-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Starts the demo and resolves when it has printed its address. Port 0 takes any free port; `default` names none, as `npm start` does. */
export async function startDemo(folder: string, port: number | 'default' = 0): Promise<Demo> {
  const child = spawn(process.execPath, [join(projectRoot, 'stories/flows/receipts/start.mjs')], {
    cwd: projectRoot,
    env: { ...plainEnvironment(), PORT: port === 'default' ? '' : String(port), LICET_DEMO_FOLDER: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const endWithThisProcess = () => child.kill('SIGKILL')
  process.once('exit', endWithThisProcess)
  const url = await address(child, (chunk) => {
    output += chunk
    return output
  })
  return {
    url,
    output: () => output,
    processorSeconds: () => processSeconds(child.pid ?? 0),
    secrets: () => JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')),
    stop: async () => {
      process.removeListener('exit', endWithThisProcess)
      child.kill('SIGINT')
      return ended
    },
  }
}

function address(child: ChildProcess, take: (chunk: string) => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`The demo ${why}:\n${take('')}`))
    }
    const timer = setTimeout(() => fail('was not ready in time'), START_TIMEOUT_MS)
    const read = (chunk: string) => {
      const url = /http:\/\/[\w.:]+/.exec(take(chunk))?.[0]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => take(chunk))
    child.once('close', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
}
