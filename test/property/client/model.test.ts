import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Fault, TestService } from '../../../src/testing/index.ts'
import type { FastTime } from '../../fixtures/fast-time.ts'
import { countOf, inTitle, isFull } from '../../support/counts.ts'
import { createWorldService, World } from './world.ts'

const RUNS = countOf(2000, 12, 10)

let test: TestService
let time: FastTime

beforeAll(async () => {
  ;({ test, time } = await createWorldService())
})
afterAll(() => test.close())

type Command = fc.AsyncCommand<object, World>

function command(name: string, run: (world: World) => Promise<void> | void): Command {
  return { check: () => true, run: async (_, world) => run(world), toString: () => name }
}

const tab = fc.nat({ max: 2 })
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>({ kind: 'drop-request' }, { kind: 'drop-response' }, { kind: 'reset' }, { kind: 'duplicate' }),
  fc.constantFrom<Fault>(
    { kind: 'status', status: 503, retryAfter: 2, code: 'unavailable' },
    { kind: 'status', status: 429, retryAfter: 1, code: 'too_many_requests' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 408 },
    { kind: 'delay', until: 3 },
  ),
)
const path = fc.constantFrom('/license/create', '/license/create', '/api/latest/auth/token', '/user', '/.well-known/jwks.json')

const commands = fc.commands(
  [
    tab.map((at) => command(`accept in tab ${at}`, (world) => world.accept(at))),
    tab.map((at) => command(`accept in tab ${at}`, (world) => world.accept(at))),
    tab.map((at) => command(`withdraw in tab ${at}`, (world) => world.withdraw(at))),
    fc.constant(command('update', (world) => world.update())),
    tab.map((at) => command(`reload tab ${at}`, (world) => world.reload(at, 'closed'))),
    tab.map((at) => command(`kill tab ${at}`, (world) => world.reload(at, 'killed'))),
    fc.constant(command('go offline', (world) => world.setOnline(false))),
    fc.constant(command('come back', (world) => world.setOnline(true))),
    fc
      .tuple(fault, path)
      .map(([met, where]) =>
        command(`${JSON.stringify(met)} at ${where}`, (world) => void world.test.faults.add(met, { path: where })),
      ),
    fc.constant(command('the token expires', ({ time }) => time.advance(700_000))),
    fc.constant(command('the signing key is rotated', async (world) => void (await world.test.rotateSigningKey()))),
    fc.constant(command('open a tab', (world) => void (world.tabs.length < 3 && world.openTab()))),
    fc.constant(command('a moment passes', () => new Promise((resolve) => setTimeout(resolve, 5)))),
  ],
  { maxCommands: 14 },
)

async function assertConsistent(world: World): Promise<void> {
  const stored = await world.stored()
  // One license for each decision, in the order of the decisions.
  expect(stored.map(({ uses }) => (uses.length === 0 ? 'withdrawal' : 'license'))).toEqual(
    world.decisions.map((decision) => (decision === 'withdrawal' ? 'withdrawal' : 'license')),
  )
  const active = stored.filter(({ status }) => status === 'active')
  const isAgreed = world.agreed !== undefined && world.agreed !== 'withdrawal'
  expect(active).toHaveLength(isAgreed ? 1 : 0)
  expect(new Set(stored.map(({ address }) => address)).size).toBeLessThanOrEqual(1)
  // Every tab shows the stored license.
  for (const snapshot of await world.snapshots()) {
    expect(snapshot).toMatchObject({ licensed: isAgreed, pending: undefined, phase: 'ready' })
    expect(snapshot.license?.id).toBe(stored.at(-1)?.id)
    const isCurrent = typeof world.agreed === 'object' && world.agreed.version === world.version
    expect(snapshot.needs).toBe(isCurrent ? 'nothing' : isAgreed ? 'update' : 'first')
  }
  // Every successful call returned a stored license.
  for (const { outcome, tab: where, decision } of world.calls) {
    if (where.dead) continue
    const license = await outcome.catch((error: { code: string }) => error.code)
    if (typeof license === 'string') expect(license).toBe('closed')
    else {
      expect(stored.map(({ id }) => id)).toContain(license.id)
      expect(license.uses.length === 0).toBe(decision === 'withdrawal')
    }
  }
}

it(
  `stores exactly one license for each decision, and shows it in every tab, in ${inTitle(RUNS)} random sequences of tabs, faults and time`,
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (script) => {
        const world = new World(test, time)
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), script)
          await world.settle()
          await assertConsistent(world)
        } finally {
          await world.close()
        }
      }),
      { numRuns: RUNS, endOnFailure: isFull },
    )
  },
  RUNS * 3000,
)
