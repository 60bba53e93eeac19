import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The project's folder. */
export const projectRoot = join(import.meta.dirname, '..', '..')

/** What a test runner tells its own process and a program of ours should not hear: `NODE_ENV` alone would make a build another. */
const RUNNER_VARIABLES = /^(VITEST|VITE_|NODE_ENV$|STORYBOOK|DEV$|PROD$|SSR$|MODE$|BASE_URL$|TEST$|npm_)/

/** The environment that a person's terminal would give a program. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !RUNNER_VARIABLES.test(name)))
}

/** Where and how a command runs. */
export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command to its end and answers with what it printed; throws with all of that when it fails. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? projectRoot,
      env: { ...plainEnvironment(), NO_COLOR: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (chunk: string) => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`\`${[command, ...args].join(' ')}\` ended with ${code}:\n${output}`))
    })
  })
}
