import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { isAsking } from '../../../src/core/consent-flow.ts'
import { ConsentStore } from '../../../src/react/store/consent-store.ts'
import type { ConsentView } from '../../../src/react/store/consent-view.ts'
import { createQuestion } from '../../../src/react/store/question.ts'
import { agreement, newGate, newUserId } from '../../fixtures/client.ts'
import { FastTime } from '../../fixtures/fast-time.ts'
import { quickCrypto } from '../../fixtures/quick-crypto.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** The configuration of a new person. */
const newConfig = () => ({
  authUrl: 'https://licenses.example',
  provider: { id: 'provider', publicKey: 'AAAA' },
  origin: 'com.acme.receipts',
  userId: newUserId(),
  agreement,
  crypto: quickCrypto,
})

// Regression: the device answered after a Decline and before the code of the client had loaded, so the question was on screen again.
it('shows no question between a Decline on a slow device and the code that stores it', async () => {
  // A development build looks at the page.
  vi.stubEnv('NODE_ENV', 'production')
  const { opened, open } = newGate()
  const storage = createMemoryStorage()
  const time = new FastTime()
  const config = {
    ...newConfig(),
    now: time.now,
    schedule: time.schedule,
    storage: {
      ...storage,
      kind: 'persistent' as const,
      read: (scope: string) => opened.then(() => storage.read(scope)),
      update: (...change: Parameters<typeof storage.update>) => opened.then(() => storage.update(...change)),
    },
  }
  const store = new ConsentStore({ config }).ask(createQuestion)
  const seen: ConsentView[] = []
  await new Promise<void>((resolve) => {
    store.subscribe(() => {
      const view = store.getView()
      seen.push(view)
      if (view.flow.state !== 'device-slow') return
      // In the task in which the device turns out to be slow, when the code begins to load.
      store.actionsOf(undefined).decline()
      open()
      resolve()
    })
    store.connect(undefined)
  })
  expect(store.getView().flow.state).toBe('declined')
  await expect.poll(() => store.getView().client).toMatchObject({ phase: 'ready', declined: { at: expect.any(Number) } })
  const slow = seen.findIndex(({ flow }) => flow.state === 'declined')
  expect(seen.slice(slow).filter(({ flow }) => isAsking(flow.state))).toEqual([])
  store.disconnect()
})

// Regression: on a slow network, the question closed again when the code had loaded that stores the Decline.
it('keeps a question open that the person opened again before the code that stores their Decline had loaded', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const config = {
    ...newConfig(),
    storage: { ...createMemoryStorage(), kind: 'persistent' as const },
  }
  const store = new ConsentStore({ config }).ask(createQuestion)
  await new Promise<void>((resolve) => {
    store.subscribe(() => store.getView().flow.state === 'ready' && resolve())
    store.connect(undefined)
  })
  const { decline, reopen } = store.actionsOf(undefined)
  decline()
  expect(store.getView().flow.state).toBe('declined')
  reopen()
  expect(store.getView().flow.state).toBe('ready')
  await expect.poll(() => store.getView().client).toMatchObject({ phase: 'ready', declined: { at: expect.any(Number) } })
  expect(store.getView().flow.state).toBe('ready')
  decline()
  expect(store.getView().flow.state).toBe('declined')
  store.disconnect()
})
