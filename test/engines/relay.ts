import { connect, createServer, type Server, type Socket } from 'node:net'

const HOST = '127.0.0.1'

/** A wire between browsers and the service that can be cut: the same for every engine, and below anything that a page can see. */
export interface Relay {
  readonly url: string
  /** Says where the wire leads. */
  lead(port: number): void
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  /** Takes connections again, at the same address; does nothing to a whole wire. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Begins to listen on a port of its own. */
export async function openRelay(): Promise<Relay> {
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
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return {
    url: `http://${HOST}:${address.port}`,
    lead: (port) => {
      target = port
    },
    cut,
    restore: async () => {
      if (!server.listening) await listen(address.port)
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
