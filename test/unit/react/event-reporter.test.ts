import { expect, it } from 'vitest'
import type { ClientSnapshot } from '../../../src/client/types.ts'
import { type ConsentEvent, INITIAL_FLOW, transition } from '../../../src/core/consent-flow.ts'
import { LicetError } from '../../../src/core/errors.ts'
import type { ConsentProviderEvent } from '../../../src/react/store/consent-events.ts'
import { EventReporter } from '../../../src/react/store/event-reporter.ts'

const ASKS = { type: 'asks', reason: 'first', isLicensed: false, granted: [] } as const
const SHOWN = { type: 'terms', terms: { status: 'shown', text: '# Terms' } } as const

/** Reports the events of a flow whose terms are hashed by `hash`. */
function reporterWith(hash: (text: string) => Promise<string>) {
  const events: ConsentProviderEvent[] = []
  const reporter = new EventReporter(hash, { onEvent: (event) => events.push(event) })
  const notified: string[] = []
  const decider = { parent: undefined, notify: (event: string) => void notified.push(event) }
  let flow = INITIAL_FLOW
  const apply = (event: ConsentEvent) => {
    const next = transition(flow, event)
    reporter.reportTransition(flow, next, decider, undefined)
    flow = next
  }
  return { events, notified, apply }
}

/** Resolves when the microtasks of this task have run: nothing else has. */
const endOfTask = async () => {
  for (let turn = 0; turn < 10; turn++) await undefined
}

// Regression: a Decline waited for the hash of the terms, which needs a file that only Accept needs.
it('reports a Decline in its own task, even when the code that hashes the terms never loads', async () => {
  const { events, notified, apply } = reporterWith(() => new Promise(() => {}))
  apply(ASKS)
  apply(SHOWN)
  apply({ type: 'decline' })
  await endOfTask()
  expect(events).toEqual([{ type: 'declined', reason: 'first' }])
  expect(notified).toContain('declined')
})

it('reports that the terms were shown when their hash is known, even after the decision', async () => {
  let hashed = (_: string) => {}
  const { events, apply } = reporterWith(() => new Promise((resolve) => (hashed = resolve)))
  apply(ASKS)
  apply(SHOWN)
  apply({ type: 'dismiss' })
  hashed('hash')
  await endOfTask()
  expect(events).toEqual([
    { type: 'dismissed', reason: 'first' },
    { type: 'shown', reason: 'first', termsHash: 'hash' },
  ])
})

// Regression: each change of the network was a new event, so 20 short failures were 20 events of one decision.
it('reports once for each reason that a decision waits, while the network comes and goes', async () => {
  const events: ConsentProviderEvent[] = []
  const reporter = new EventReporter(async () => '', { onEvent: (event) => events.push(event) })
  const lastError = new LicetError('network_error', 'The service did not answer.')
  const wait = (online: boolean, since: number) =>
    reporter.reportWaiting({ online, pending: { isWaiting: true, since, lastError } } as unknown as ClientSnapshot)
  for (let turn = 0; turn < 20; turn++) wait(turn % 2 === 0, 1)
  wait(true, 2)
  await endOfTask()
  expect(events.map((event) => 'reason' in event && event.reason)).toEqual(['network_error', 'offline', 'network_error'])
})
