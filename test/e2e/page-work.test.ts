import { beforeAll, describe, expect, it } from 'vitest'
import { countPages } from '../bench/work.ts'
import type { CountedWork } from '../support/count-work.ts'

let client: CountedWork
let server: CountedWork

beforeAll(async () => {
  const counted = await countPages(['licet', 'licet-server'])
  client = counted.get('licet') as CountedWork
  server = counted.get('licet-server') as CountedWork
})

// The counts do not depend on the machine. Lower a limit when a change makes a page do less.
describe('what a page with ConsentScreen does for a visitor who is asked for the first time', () => {
  it('commits the React root once until the terms are readable, and only hydrates and enables HTML from a server', () => {
    expect([client.readable.commits, client.settled.commits, server.settled.commits]).toEqual([1, 1, 2])
  })

  it('compiles the text once', () => {
    expect([client.settled.compilations, server.settled.compilations]).toEqual([1, 1])
  })

  it('hashes no text until the terms are readable', () => {
    expect(client.readable.hashRounds).toBe(0)
  })

  it('calls at most so many functions until the terms are readable', () => {
    expect(client.readable.functions).toBeLessThan(765)
    expect(client.readable.calls).toBeLessThan(15_000)
  })

  it('runs no script before HTML from a server is readable', () => {
    expect(server.readable.calls).toBe(0)
  })
})
