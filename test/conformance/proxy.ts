import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy whose line can be cut and mended, or lose what the server answers. */
export interface Proxy {
  readonly port: number
  /** Ends what is connected, and takes nothing new. */
  cut(): void
  /** Loses what the server sends from here on; what it is sent still arrives. */
  mute(): void
  /** Lets everything through again. */
  mend(): void
  close(): Promise<void>
}

/** Makes a {@link Proxy} to a port of this machine. */
export async function createProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let open = true
  let muted = false
  const server = createServer((socket) => {
    if (!open) {
      socket.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => undefined)
      each.on('close', () => {
        sockets.delete(each)
        socket.destroy()
        upstream.destroy()
      })
    }
    socket.pipe(upstream)
    upstream.on('data', (data) => {
      if (!muted) socket.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => {
      open = false
      for (const socket of sockets) socket.destroy()
    },
    mute: () => {
      muted = true
    },
    mend: () => {
      open = true
      muted = false
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
