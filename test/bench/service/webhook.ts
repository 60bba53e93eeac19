import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { World } from './world.ts'

/** A webhook of the provider, and the server that receives its events. */
export interface Webhook {
  /** Resolves when it has received this many events. */
  received(events: number): Promise<void>
  /** Removes the webhook. */
  close(): Promise<void>
}

/** Adds a webhook to the provider of a world. The bench receives its events, so receiving them does not count as work of the service. */
export async function openWebhook(world: World): Promise<Webhook> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      count++
      server.emit('received')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const remove = await world.addWebhook(`http://127.0.0.1:${port}/`)
  return {
    async received(events) {
      while (count < events) await once(server, 'received')
    },
    async close() {
      await remove()
      server.close()
      server.closeAllConnections()
    },
  }
}
