import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SERVE } from '../../../src/cli/configuration/serve-flags.ts'
import { AUDIT_ACTIONS, MAX_EVENT_BYTES, OPERATOR, SERVICE, serializeAuditEvent } from '../../../src/service/audit/audit-event.ts'
import { createEventCounter } from '../../../src/service/audit/event-counter.ts'
import { describeOptions } from '../../../src/service/node/describe-options.ts'
import type { ServeOptions } from '../../../src/service/node.ts'
import { projectRoot } from '../../support/run-command.ts'

const AT = Date.UTC(2026, 10, 23, 9, 30)

describe('an event of the audit log', () => {
  test('is canonical JSON without members that are absent', () => {
    const event = { action: 'user.created', actor: OPERATOR, target: 'b', orgId: undefined, details: { z: 1, a: true } } as const
    expect(serializeAuditEvent(event, AT)).toBe(
      '{"action":"user.created","actor":{"type":"operator"},"details":{"a":true,"z":1},"target":"b","time":"2026-11-23T09:30:00.000Z"}',
    )
  })

  test('has texts of at most 256 characters and lists of at most 32 items', () => {
    const details = { text: 'x'.repeat(300), pair: `${'x'.repeat(255)}\u{1F4A7}`, list: Array.from({ length: 40 }, (_, n) => n) }
    const written = JSON.parse(serializeAuditEvent({ action: 'service.started', actor: SERVICE, details }, AT))
    expect(written.details.text).toBe(`${'x'.repeat(256)}…`)
    expect(written.details.pair).toBe(`${'x'.repeat(255)}…`)
    expect(written.details.list).toHaveLength(32)
  })

  test('replaces characters that neither UTF-8 nor PostgreSQL can store', () => {
    const details = { text: 'a\0b\ud800c' }
    expect(JSON.parse(serializeAuditEvent({ action: 'service.started', actor: SERVICE, details }, AT)).details.text).toBe(
      'a\ufffdb\ufffdc',
    )
  })

  test('leaves out details that are too large, and states it', () => {
    const details = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`member${n}`, 'ä'.repeat(256)]))
    const text = serializeAuditEvent({ action: 'service.started', actor: SERVICE, target: 't', details }, AT)
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_EVENT_BYTES)
    expect(JSON.parse(text)).toMatchObject({ action: 'service.started', target: 't', truncated: true })
    expect(JSON.parse(text)).not.toHaveProperty('details')
  })
})

// Regression: the schema had none of the actions, so a consumer could not check its own list.
test('the published schema has every action of the audit log', () => {
  const { properties } = JSON.parse(readFileSync(join(projectRoot, 'docs/reference/audit-log.schema.json'), 'utf8')).$defs.event
  expect(properties.action.examples).toEqual(AUDIT_ACTIONS)
})

describe('counted events', () => {
  const wrongSecret = (id: string) => ({ action: 'client.wrong_secret', actor: { type: 'user', id }, isKnown: false }) as const

  test('of a longer period are one event at the end of the period or of the process, with the number of different people', () => {
    let at = AT
    const counter = createEventCounter(() => at)
    const asked = { action: 'permit.asked', actor: { type: 'user', id: 'a' }, periodMs: 3_600_000 } as const
    for (let n = 0; n < 3000; n++) counter.count({ ...asked, people: [`person-${n % 1500}`] })
    at += 3_599_999
    expect([counter.list().length, counter.list(true).length]).toEqual([0, 1])
    at += 1
    const [due] = counter.list()
    expect(due?.event().details).toMatchObject({ count: 3000, people: 1000 })
    due?.remove()
    expect(counter.list(true)).toEqual([])
  })

  test('take bounded memory, however many clients there are', () => {
    const counter = createEventCounter(() => AT)
    for (let n = 0; n < 10_000; n++) counter.count({ ...wrongSecret(`user-${n}`), examples: [`${n}`] })
    const events = counter.list().map(({ event }) => event())
    expect(events).toHaveLength(21)
    expect(events.at(-1)).toEqual({
      action: 'client.wrong_secret',
      actor: { type: 'user' },
      details: { count: 9980, until: '2026-11-23T09:30:00.000Z', others: true, examples: expect.any(Array) },
    })
    expect(events.at(-1)?.details?.examples).toHaveLength(10)
    for (let n = 0; n < 10_000; n++) counter.count({ ...wrongSecret(`user-${n}`), isKnown: true })
    expect(counter.list()).toHaveLength(222)
  })

  test('that are counted while the previous ones are written are in the next event', () => {
    const counter = createEventCounter(() => AT)
    for (let n = 0; n < 3; n++) counter.count(wrongSecret('ada'))
    const [first] = counter.list()
    expect(first?.event().details).toMatchObject({ count: 3 })
    counter.count(wrongSecret('ada'))
    first?.remove()
    const [second] = counter.list()
    expect(second?.event().details).toMatchObject({ count: 1 })
    second?.remove()
    expect(counter.list()).toEqual([])
  })

  // Regression: the event of what was counted during a write named none of its examples.
  test('that are counted while the previous ones are written keep their examples', () => {
    const counter = createEventCounter(() => AT)
    counter.count({ ...wrongSecret('ada'), examples: ['first'] })
    const [first] = counter.list()
    expect(first?.event().details).toMatchObject({ count: 1, examples: ['first'] })
    counter.count({ ...wrongSecret('ada'), examples: ['second'] })
    first?.remove()
    expect(counter.list()[0]?.event().details).toMatchObject({ count: 1, examples: ['second'] })
  })

  test('stay when they could not be written', () => {
    const counter = createEventCounter(() => AT)
    counter.count(wrongSecret('ada'))
    counter.list()[0]?.event()
    expect(counter.list()[0]?.event().details).toMatchObject({ count: 1 })
  })
})

describe('the configuration in the audit log', () => {
  test('has no password', () => {
    const options: ServeOptions = {
      port: 1,
      databaseUrl: 'postgres://licet:very-secret@db.example:5432/licet?sslpassword=other-secret',
    }
    expect(describeOptions(options)).toEqual({ port: 1, database: 'postgres://db.example:5432/licet' })
    expect(describeOptions({ databaseUrl: 'very secret' })).toEqual({ database: 'postgresql' })
  })

  // Regression: many authorities require a password, and the start message and the audit log contained the whole address.
  test('has only the host of the time-stamping authority', () => {
    expect(describeOptions({ timestamp: 'https://me:very-secret@tsa.example/tsr?key=other-secret' })).toEqual({
      timestamp: 'tsa.example',
    })
    expect(describeOptions({ timestamp: 'very secret' })).toEqual({})
    expect(SERVE.timestamp.isSecret).toBe(true)
  })

  // An option that is forgotten in the list would be missing in the log.
  test('has every option of `licet serve` that is no secret', () => {
    const given = Object.entries(SERVE).flatMap(([name, { field = name, isSecret, kind }]) =>
      isSecret ? [] : [[field, kind === 'list' ? ['a'] : kind === 'number' ? 1 : kind === 'switch' ? true : 'a'] as const],
    )
    // Of the command and not of the service: each worker logs its own start.
    const { logLevel, workers, ...options } = Object.fromEntries(given)
    expect(describeOptions(options as ServeOptions)).toEqual(options)
    expect([logLevel, workers]).toEqual(['a', 1])
  })
})
