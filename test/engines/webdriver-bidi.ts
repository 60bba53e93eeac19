import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A WebDriver BiDi connection to a browser (https://w3c.github.io/webdriver-bidi/). */
export interface BidiConnection {
  /** Sends a command and returns its result. */
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

interface PendingCommand {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** Connects to the address that the browser printed. Uses `ws`, because Node 20 has no WebSocket. */
export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const pending = new Map<number, PendingCommand>()
  let lastId = 0
  socket.on('message', (data) => {
    const message: Message = JSON.parse(String(data))
    const command = message.id === undefined ? undefined : pending.get(message.id)
    if (message.id === undefined || command === undefined) return
    pending.delete(message.id)
    if (message.type === 'success') command.resolve(message.result)
    else command.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser closed the connection.'))
    pending.clear()
  })
  return {
    send: <Result>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        const id = ++lastId
        pending.set(id, { resolve: (result) => resolve(result as Result), reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}
