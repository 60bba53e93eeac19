import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyProtection } from '../../../src/service/crypto/key-protection.ts'
import { nextAttempt } from '../../../src/service/webhooks/retry-schedule.ts'
import { signWebhook } from '../../../src/service/webhooks/sign-webhook.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const HOUR_MS = 3_600_000

test('the headers match the Standard Webhooks specification, computed independently', async () => {
  const now = 1_614_265_330_999
  const webhook = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', formerSecret: null, formerUntil: null }
  const headers = await signWebhook({ ...webhook, endpointId: '', secret: SECRET }, { now, protection: createKeyProtection({}) })
  // The example of the specification.
  expect(headers).toMatchObject({
    'webhook-id': webhook.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`${webhook.id}.1614265330.${webhook.body}`).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${mac}`)
})

test('ten attempts take more than three days and less than four, whatever the jitter', () => {
  for (const random of [0, 1]) {
    let now = 0
    let attempts = 1
    for (let due = nextAttempt(attempts, now, random); due !== undefined; due = nextAttempt(++attempts, now, random)) {
      expect(due).toBeGreaterThan(now)
      now = due
    }
    expect(attempts).toBe(10)
    expect(now / HOUR_MS).toBeGreaterThan(72)
    expect(now / HOUR_MS).toBeLessThan(96)
  }
})
