import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAsking, kindOf } from '../../../src/core/consent-flow.ts'
import { ConsentStore } from '../../../src/react/store/consent-store.ts'
import { createQuestion } from '../../../src/react/store/question.ts'
import type { Fault, TestService } from '../../../src/testing/index.ts'
import { newGate } from '../../fixtures/client.ts'
import type { FastTime } from '../../fixtures/fast-time.ts'
import { countOf, inTitle, isFull } from '../../support/counts.ts'
import { createWorldService, World } from './world.ts'

const RUNS = countOf(2000, 40, 20)

let test: TestService
let time: FastTime

beforeAll(async () => {
  ;({ test, time } = await createWorldService())
})
afterAll(() => test.close())

/** One device with two tabs: each has a version of the agreement, and the store that a provider has. */
class Device {
  readonly world = new World(test, time)
  readonly stores: readonly ConsentStore[]
  /** The number of acts that have not ended. */
  running = 0

  constructor() {
    const [tab] = this.world.tabs
    if (tab === undefined) throw new Error('no tab')
    this.stores = [tab, this.world.openTab(1)].map(({ client }) => {
      const store = new ConsentStore({ client, now: time.now }).ask(createQuestion)
      store.connect(undefined)
      store.question.showTerms({ terms: { status: 'shown', text: client.terms() }, error: undefined, retry: () => {} })
      return store
    })
  }

  act(at: number, act: 'accept' | 'decline' | 'dismiss' | 'reopen' | 'withdraw'): void {
    const actions = this.stores[at]?.actionsOf(undefined)
    this.running++
    void Promise.resolve(actions?.[act]()).then(() => this.running--)
  }

  /** Resolves when every decision is delivered, and every client has read the record. */
  async settle(): Promise<void> {
    await this.world.settle()
    await this.world.snapshots()
  }

  async close(): Promise<void> {
    for (const store of this.stores) store.disconnect()
    await this.world.close()
  }
}

type Command = fc.AsyncCommand<object, Device>

function command(name: string, run: (device: Device) => unknown): Command {
  return { check: () => true, run: async (_, device) => void (await run(device)), toString: () => name }
}

const tab = fc.nat({ max: 1 })
const fault = fc.constantFrom<Fault>(
  { kind: 'drop-response' },
  { kind: 'reset' },
  { kind: 'status', status: 503, code: 'unavailable' },
)
const act = (name: Parameters<Device['act']>[1]) =>
  tab.map((at) => command(`${name} in tab ${at}`, (device) => device.act(at, name)))

const commands = fc.commands(
  [
    act('accept'),
    act('accept'),
    act('accept'),
    act('decline'),
    act('dismiss'),
    act('reopen'),
    act('withdraw'),
    fc.constant(command('go offline', ({ world }) => world.setOnline(false))),
    fc.constant(command('come back', ({ world }) => world.setOnline(true))),
    fault.map((met) => command(JSON.stringify(met), () => void test.faults.add(met, { path: '/license/create' }))),
    fc.constant(command('a moment passes', () => new Promise((resolve) => setTimeout(resolve, 5)))),
  ],
  { maxCommands: 10 },
)

/** Every act has ended, and every store shows what its client reports. */
function assertShown({ stores, running }: Device): void {
  expect(running).toBe(0)
  for (const store of stores) {
    const { flow, client } = store.getView()
    const shown = `${flow.state}, licensed: ${client.licensed}, needs: ${client.needs}`
    expect(client.pending, shown).toBeUndefined()
    expect(['passing', 'queued'], shown).not.toContain(kindOf(flow.state))
    expect(flow.isLicensed, shown).toBe(client.licensed)
    if (kindOf(flow.state) === 'licensed') expect(client.licensed, shown).toBe(true)
    if (client.licensed && client.needs === 'nothing')
      expect(kindOf(flow.state) === 'licensed' || flow.reason === 'change', shown).toBe(true)
    if (!client.licensed) expect(isAsking(flow.state) || kindOf(flow.state) === 'ended', shown).toBe(true)
    expect(flow.state, shown).not.toBe('submit-error')
  }
}

async function run(script: (device: Device) => unknown): Promise<void> {
  const device = new Device()
  try {
    await expect.poll(() => device.stores.every((store) => isAsking(store.getView().flow.state))).toBe(true)
    await script(device)
    await device.settle()
    await expect.poll(() => assertShown(device) ?? 'shown').toBe('shown')
  } finally {
    await device.close()
  }
}

// Regression: with another version of the agreement in force, the end of an Accept left its tab in `submitting` for ever.
it('leaves no tab waiting when the other tab agrees to another version during the delivery', () =>
  run(async (device) => {
    const { opened, open } = newGate()
    // Each attempt waits: the clock is fast, so the first one can end by its time limit, and the other tab can take over.
    test.faults.add({ kind: 'delay', until: opened }, { path: '/license/create', times: Number.POSITIVE_INFINITY })
    // At the same moment: a tab that shows the agreement of the other one as waiting accepts nothing.
    device.act(0, 'accept')
    device.act(1, 'accept')
    await expect.poll(async () => (await device.world.record())?.outbox.length).toBe(2)
    open()
    test.faults.clear()
  }))

it(
  `leaves no tab waiting after its act, and shows in each tab what is in force, in ${inTitle(RUNS)} random sequences of two tabs with two agreements`,
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, (script) => run((device) => fc.asyncModelRun(() => ({ model: {}, real: device }), script))),
      { numRuns: RUNS, endOnFailure: isFull },
    )
  },
  RUNS * 3000,
)
