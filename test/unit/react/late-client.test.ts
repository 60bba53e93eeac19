import { expect, it } from 'vitest'
import { type ClientSnapshot, createMemoryStorage } from '../../../src/client/index.ts'
import { LateClient } from '../../../src/react/late-client.ts'
import { agreement, newGate, newUserId } from '../../fixtures/client.ts'
import { FastTime } from '../../fixtures/fast-time.ts'
import { quickCrypto } from '../../fixtures/quick-crypto.ts'

// Regression: the device answered after a Decline and before the code of the client had loaded, so the question was on screen again.
it('shows no question between a Decline on a slow device and the code that stores it', async () => {
  const { opened, open } = newGate()
  const storage = createMemoryStorage()
  const time = new FastTime()
  const client = new LateClient(
    {
      authUrl: 'https://licenses.example',
      provider: { id: 'provider', publicKey: 'key' },
      origin: 'com.acme.receipts',
      userId: newUserId(),
      agreement,
      crypto: quickCrypto,
      now: time.now,
      schedule: time.schedule,
      storage: {
        ...storage,
        kind: 'persistent',
        read: (scope) => opened.then(() => storage.read(scope)),
        update: (...change) => opened.then(() => storage.update(...change)),
      },
    },
    undefined,
  )
  const seen: ClientSnapshot[] = []
  await new Promise<void>((resolve, reject) => {
    client.subscribe(() => {
      const isFirst = seen.push(client.getSnapshot()) === 1
      if (!isFirst) return
      // In the task in which the device turns out to be slow, when the code begins to load.
      client.decline().then(resolve, reject)
      open()
    })
  })
  expect(seen[0]?.storage).toBe('slow')
  await client.whenIdle()
  expect(client.getSnapshot()).toMatchObject({ phase: 'ready', declined: { at: expect.any(Number) } })
  expect(seen.filter((snapshot) => snapshot.phase === 'ready' && snapshot.declined === undefined)).toEqual([])
  await client.close()
})
