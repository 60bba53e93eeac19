import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServeOptions } from '../../src/service/node.ts'
import { freePort } from '../support/postgres.ts'
import { processSeconds } from '../support/processor-time.ts'
import { plainEnvironment, projectRoot } from '../support/run-command.ts'

const KB = 1024

/** The published service in a separate process, which keeps its port when it starts again. */
export interface ServiceProcess {
  readonly url: string
  /** How often the process ended by itself. */
  readonly ended: () => number
  isRunning(): boolean
  /** Starts the process again, after `kill -9` if it runs. */
  restart(): Promise<void>
  /** Sets the clock of the service, in milliseconds from the true time. */
  setClock(clockMs: number): void
  /** Returns the resident memory of the process in bytes: now, and the largest until now. */
  memory(): { readonly now: number; readonly peak: number }
  /** Returns the processor time of the process until now, in seconds. */
  processorSeconds(): number
  stop(): Promise<void>
}

/** Starts the service from `dist`, and does not wait until it works. */
function forkService(options: ServeOptions): ChildProcess {
  return fork(join(projectRoot, 'test/faults/serve.mjs'), {
    env: { ...plainEnvironment(), SERVE: JSON.stringify(options) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** Starts the service from `dist`. Resolves when it listens. */
export async function startServiceProcess(options: ServeOptions): Promise<ServiceProcess> {
  const port = await freePort()
  let ended = 0
  let killed = false
  const start = async (): Promise<ChildProcess> => {
    const child = forkService({ ...options, port })
    killed = false
    child.once('exit', () => {
      if (!killed) ended++
    })
    await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('The service ended.')))])
    return child
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const kill = async () => {
    if (!isRunning()) return
    killed = true
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  let child = await start()
  return {
    url: `http://127.0.0.1:${port}`,
    ended: () => ended,
    isRunning,
    async restart() {
      await kill()
      child = await start()
    },
    setClock: (clockMs) => isRunning() && child.send({ clockMs }),
    memory() {
      const status = isRunning() ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : ''
      const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * KB
      return { now: read('VmRSS'), peak: read('VmHWM') }
    },
    processorSeconds: () => processSeconds(child.pid ?? 0),
    stop: kill,
  }
}
