import { connect, createServer, type Server, type Socket } from 'node:net'

const HOST = '127.0.0.1'

/** A TCP proxy between a browser and the service. It disconnects every engine in the same way. */
export interface TcpProxy {
  readonly url: string
  /** Sets the port that new connections go to. */
  forwardTo(port: number): void
  /** Ends every connection and refuses new ones. */
  disconnect(): Promise<void>
  /** Accepts connections again, at the same address. Does nothing while the proxy is connected. */
  reconnect(): Promise<void>
  close(): Promise<void>
}

/** Opens a proxy on a free port. */
export async function openTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let target = 0
  const server: Server = createServer((incoming) => {
    const outgoing = connect(target, HOST)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    incoming.once('close', () => outgoing.destroy())
    outgoing.once('close', () => incoming.destroy())
    incoming.pipe(outgoing).pipe(incoming)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, () => resolve()))
  const disconnect = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no TCP port.')
  return {
    url: `http://${HOST}:${address.port}`,
    forwardTo: (port) => {
      target = port
    },
    disconnect,
    reconnect: async () => {
      if (!server.listening) await listen(address.port)
    },
    close: async () => {
      if (server.listening) await disconnect()
    },
  }
}
