import { once } from 'node:events'
import WebSocket from 'ws'
import type { Program } from '../../support/program.ts'

/** Starts Node so that {@link recordProfile} can connect to it. */
export const INSPECT = '--inspect=127.0.0.1:0'

/** A function in a CPU profile of V8. Lines and columns begin at 0. */
export interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** A CPU profile of V8, as `node --cpu-prof` writes it. Times are in microseconds. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  /** The id of the running function in each sample. */
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const SAMPLING_INTERVAL_US = 200

/** Records the CPU profile of a running program while `run` runs. Unlike `node --cpu-prof`, it does not include the start. */
export async function recordProfile(program: Program, run: () => Promise<unknown>): Promise<CpuProfile> {
  const socket = new WebSocket(await program.printed(/Debugger listening on (ws:\S+)/))
  await once(socket, 'open')
  let last = 0
  const send = async (method: string, params: object = {}) => {
    const id = ++last
    const answered = new Promise<{ readonly profile: CpuProfile }>((resolve, reject) => {
      socket.on('message', function listen(data) {
        const answer = JSON.parse(String(data))
        if (answer.id !== id) return
        socket.off('message', listen)
        if (answer.error === undefined) resolve(answer.result)
        else reject(new Error(`${method}: ${answer.error.message}`))
      })
    })
    socket.send(JSON.stringify({ id, method, params }))
    return answered
  }
  try {
    await send('Profiler.enable')
    await send('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US })
    await send('Profiler.start')
    await run()
    return (await send('Profiler.stop')).profile
  } finally {
    socket.close()
  }
}
