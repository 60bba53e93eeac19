import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A connection to a browser that speaks WebDriver BiDi. */
export interface Bidi {
  /** Sends a command and answers with its result. */
  send<Result>(method: string, params: object): Promise<Result>
  close(): void
}

interface Message {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** Connects to the address that the browser printed. Node 20 has no WebSocket of its own. */
export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, Waiting>()
  let last = 0
  socket.on('message', (data) => {
    const message: Message = JSON.parse(String(data))
    const command = message.id === undefined ? undefined : waiting.get(message.id)
    if (message.id === undefined || command === undefined) return
    waiting.delete(message.id)
    if (message.type === 'success') command.resolve(message.result)
    else command.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser closed the connection.'))
    waiting.clear()
  })
  return {
    send: <Result>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve: (result) => resolve(result as Result), reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}
