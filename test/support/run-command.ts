import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The project's folder. */
export const projectRoot = join(import.meta.dirname, '..', '..')

/** Variables that the test runner sets and that would change a program under test. `NODE_ENV` alone changes a build. */
const RUNNER_VARIABLES = /^(VITEST|VITE_|NODE_ENV$|STORYBOOK|DEV$|PROD$|SSR$|MODE$|BASE_URL$|TEST$|npm_)/

/** Returns the environment that a program has in a terminal. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !RUNNER_VARIABLES.test(name)))
}

/** Options of {@link run}. */
export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command to its end and returns its output. Throws an error with the output when the command fails. */
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
