import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createPace } from '../../../src/service/node/pace-requests.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Sends requests of one connection. Returns those that have started, and the responses. */
function connect(pace = createPace(), address?: string) {
  const socket = {}
  const started: number[] = []
  const responses: EventEmitter[] = []
  const send = (name: number): boolean => {
    const outgoing = new EventEmitter()
    responses.push(outgoing)
    return pace.add({ socket } as IncomingMessage, outgoing as unknown as ServerResponse, { address, isVouched: false }, () =>
      started.push(name),
    )
  }
  return { started, responses, send }
}

// Regression: 17 MB of requests without a reader filled a gigabyte with responses.
test('E6: a request of a connection starts when the response before it has been read', async () => {
  const { started, responses, send } = connect()
  for (const name of [1, 2, 3]) expect(send(name)).toBe(true)
  await turn()
  expect(started).toEqual([1])
  responses[0]?.emit('close')
  await turn()
  expect(started).toEqual([1, 2])
  responses[1]?.emit('close')
  responses[2]?.emit('close')
  await turn()
  expect(started).toEqual([1, 2, 3])
  expect(send(4)).toBe(true)
  await turn()
  expect(started).toEqual([1, 2, 3, 4])
})

test('E6: a connection that sends more than 17 requests without reading is refused', () => {
  const { send } = connect()
  const taken = Array.from({ length: 20 }, (_, name) => send(name))
  expect(taken).toEqual([...Array.from({ length: 17 }, () => true), false, false, false])
})

// Regression: beside 800 busy connections, a new one was not accepted within 20 s.
test('E10: 16 requests of all connections start in one turn of the event loop', async () => {
  const pace = createPace()
  const connections = Array.from({ length: 40 }, () => connect(pace))
  for (const { send } of connections) send(1)
  const counts: number[] = []
  for (let n = 0; n < 4; n++) {
    await turn()
    counts.push(connections.filter(({ started }) => started.length > 0).length)
  }
  expect(counts).toEqual([16, 32, 40, 40])
})

// Regression: 64 connections with requests that need no turn at the database left 8 connections of another network a tenth of the requests that they send alone.
test.each([
  ['192.0.2.1', '198.51.100.7'],
  ['2001:db8:1::1', '2001:db8:2::1'],
])('while %s has many requests in progress, each of its requests takes a turn with one of %s', async (crowd, other) => {
  const pace = createPace()
  const order: string[] = []
  const open: EventEmitter[] = []
  const send = (address: string) => {
    const outgoing = new EventEmitter()
    open.push(outgoing)
    const caller = { address, isVouched: false }
    pace.add({ socket: {} } as IncomingMessage, outgoing as unknown as ServerResponse, caller, () => order.push(address))
  }
  for (let n = 0; n < 64; n++) send(crowd)
  for (let n = 0; n < 2; n++) await turn()
  expect(order).toHaveLength(32)
  for (let n = 0; n < 8; n++) send(other)
  for (let n = 0; n < 16; n++) await turn()
  expect(order.slice(32).filter((caller) => caller === other)).toHaveLength(8)
  expect(order).toHaveLength(48)
  // No network has many requests open now.
  for (const outgoing of open.splice(0)) outgoing.emit('close')
  for (let n = 0; n < 16; n++) send(crowd)
  await turn()
  expect(order).toHaveLength(64)
})

// Regression: 256 networks left a vouched device one start in 257.
test('the requests of a vouched caller take turns with all strangers together, however many networks they have', async () => {
  const pace = createPace()
  const order: string[] = []
  const send = (address: string, isVouched: boolean) => {
    const outgoing = new EventEmitter() as unknown as ServerResponse
    pace.add({ socket: {} } as IncomingMessage, outgoing, { address, isVouched }, () =>
      order.push(isVouched ? 'vouched' : 'stranger'),
    )
  }
  for (let n = 0; n < 4 * 256; n++) send(`198.51.100.${n % 256}`, false)
  await turn()
  order.length = 0
  for (let n = 0; n < 8; n++) send('192.0.2.1', true)
  await turn()
  expect(order).toHaveLength(16)
  expect(order.filter((caller) => caller === 'vouched')).toHaveLength(8)
})
