import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { plainEnvironment, projectRoot } from '../support/run-command.ts'

/** The load of a {@link LoadProcess}. */
export interface FaultLoad {
  readonly url: string
  readonly providerId: string
  /** The devices that send it. `key` is their private key as PEM. */
  readonly clients: readonly { readonly key: string; readonly address: string; readonly ptr: string }[]
  /** How many requests are open at the same time. Default: one for each device, or 200 at a fixed rate. */
  readonly connections?: number
  /** Sends at this rate, however long the responses take, as long as a connection is free. Default: as fast as responses come. */
  readonly perSecond?: number
  /** Raises the rate to so many times the requests that the service accepted in any second. Default: the rate stays. */
  readonly overload?: number
  /** Default: `all`, a mix of new and repeated licenses, verifications and refreshed tokens. `mostly verify` has a new license in ten. */
  readonly mix?: 'all' | 'mostly verify' | 'create' | 'verify'
  /** How many licenses of each device are signed before the load starts. Default: none, each is signed when it is sent. */
  readonly signed?: number
}

/** What a load saw. Times are in milliseconds. */
export interface LoadReport {
  /** The number of responses by status. 0: no response. */
  readonly statuses: Readonly<Record<string, number>>
  /** Some responses that were not positive. */
  readonly examples: readonly string[]
  /** Repeated requests that returned another license. */
  readonly twice: number
  readonly tokensUsedTwice: number
  /** The ids of the acknowledged licenses. */
  readonly ids: readonly string[]
  /** Accepted requests per second. */
  readonly perSecond: number
  /** Requests per second that were sent at a fixed rate. */
  readonly sentPerSecond: number
  /** Of accepted requests. */
  readonly p99: number
  /** Of requests that were refused with 503. */
  readonly refusedP99: number
  /** The longest time until a response of any status. */
  readonly slowestAnswer: number
  /** Requests per second of a fixed rate that were left out, because no connection was free. */
  readonly notSentPerSecond: number
  /** Responses with 503 or 429 that do not state when to try again. */
  readonly withoutRetryAfter: number
}

/** A process that sends requests. */
export interface LoadProcess {
  /** Ends the load, and resolves with its report after its last response. */
  stop(): Promise<LoadReport>
}

/** Starts a load in a separate process. Resolves after its devices have tokens and, at a fixed rate, its connections are open. */
export async function startLoad(load: FaultLoad): Promise<LoadProcess> {
  const child = fork(join(projectRoot, 'test/faults/load.mjs'), {
    env: plainEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = () =>
    Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('The load process ended.')))])
  child.send(load)
  await next()
  return {
    async stop() {
      const reported = next()
      child.send({ type: 'stop' })
      const [report] = await reported
      child.kill()
      return report as LoadReport
    },
  }
}
