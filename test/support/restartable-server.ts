import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { plainEnvironment } from './run-command.ts'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 20

/** A program that listens on a port of this machine, and that a test stops and starts. */
export interface RestartableServer {
  readonly port: number
  pid(): number
  /** Sends a signal, and resolves when the program has ended. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port. Resolves when it listens. */
  start(): Promise<void>
  /** Ends it immediately. */
  stop(): Promise<void>
}

/** Starts a program. Resolves when it listens. It ends with this process. */
export async function startServer(
  program: string,
  args: readonly string[],
  { port, ...options }: { readonly port: number; readonly cwd: string; readonly uid?: number; readonly gid?: number },
): Promise<RestartableServer> {
  let child: ChildProcess
  let ended: Promise<void> = Promise.resolve()
  const start = async (): Promise<void> => {
    let log = ''
    child = spawn(program, args, { ...options, env: plainEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    ended = new Promise((resolve) => child.once('close', () => resolve()))
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-4000)
      })
    const deadline = performance.now() + START_TIMEOUT_MS
    while (!(await isOpen(port))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${program} does not listen:\n${log}`)
      await pause(POLL_MS)
    }
  }
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  const endWithThisProcess = () => child.kill('SIGKILL')
  process.once('exit', endWithThisProcess)
  const stop = async (): Promise<void> => {
    process.removeListener('exit', endWithThisProcess)
    await kill('SIGKILL')
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { port, pid: () => child.pid ?? 0, kill, start, stop }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
