import { createServiceClient, type ServiceClientConfig } from '../../src/client/index.ts'
import type { ConsentState } from '../../src/core/consent-flow.ts'
import type { ConsentApi, TermsSource } from '../../src/react/index.ts'
import { createWorld, type World } from './world.ts'

/** A story's beginning: what happened before it, and what the person does once it is on screen. */
export interface Scene {
  readonly world: World
  /** The configuration that the story's provider gets. */
  readonly config: ServiceClientConfig
  readonly terms?: TermsSource
  /** Reading to the end is required. */
  readonly reading?: 'required'
  /** Acts of the person, each once the flow is in the state named. */
  readonly acts: readonly Act[]
}

/** One act of the person; `withdraw` is that of `useWithdraw()`. */
export interface Act {
  readonly when: ConsentState
  readonly act: (hands: { readonly consent: ConsentApi; readonly withdraw: () => Promise<void> }) => unknown
}

type Make = (world: World) => Partial<Omit<Scene, 'world'>> | Promise<Partial<Omit<Scene, 'world'>>>

const DAY_MS = 86_400_000
const never = new Promise<never>(() => {})
const accept: Act = { when: 'ready', act: ({ consent }) => consent.accept() }
const withdraw: Act = { when: 'already-licensed', act: (hands) => hands.withdraw() }

/** How each state is reached: by real acts before the real service. */
const SCENES: Readonly<Record<ConsentState, Make>> = {
  checking: ({ config }) => ({ config: { ...config, storage: { ...need(config.storage), read: () => never } } }),
  'terms-loading': () => ({ terms: { key: 'loading', load: () => never } }),
  'terms-error': () => ({ terms: { key: crypto.randomUUID(), load: () => Promise.reject(new TypeError('fetch failed')) } }),
  'terms-invalid': () => ({ terms: { key: 'invalid', load: async () => '# Terms of {{company.name}}' } }),
  ready: () => ({}),
  choosing: () => ({ acts: [{ when: 'ready', act: ({ consent }) => consent.choose('personalization', true) }] }),
  'reading-required': () => ({ reading: 'required' }),
  submitting(world) {
    world.faults.add({ kind: 'delay', until: never }, { path: '/license/create' })
    return { acts: [accept] }
  },
  'submit-error'(world) {
    world.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    return { acts: [accept] }
  },
  offline(world) {
    world.setNetwork('offline')
    return {}
  },
  queued(world) {
    world.setNetwork('offline')
    return { acts: [{ ...accept, when: 'offline' }] }
  },
  licensed: () => ({ acts: [accept] }),
  async 'already-licensed'({ config }) {
    await agree(config)
    return {}
  },
  declined: () => ({ acts: [{ when: 'ready', act: ({ consent }) => consent.decline() }] }),
  dismissed: () => ({ acts: [{ when: 'ready', act: ({ consent }) => consent.dismiss() }] }),
  async 'update-minor'({ config }) {
    const { company } = config.agreement
    await agree({ ...config, agreement: { ...config.agreement, company: { ...company, contact: 'data@bramble.example' } } })
    return {}
  },
  async 'update-material'({ config }) {
    await agree({
      ...config,
      agreement: { ...config.agreement, tags: ['purchase_history'], compensation: '50 points for each receipt' },
    })
    return {}
  },
  async expiring({ config }) {
    const ending = { ...config, agreement: { ...config.agreement, expiry: inDays(9) } }
    await agree(ending)
    return { config: ending }
  },
  async expired({ config }) {
    await agree({ ...config, agreement: { ...config.agreement, expiry: inDays(1) } })
    return { config: { ...config, agreement: { ...config.agreement, expiry: inDays(365) }, now: () => Date.now() + 2 * DAY_MS } }
  },
  async withdrawing(world) {
    await agree(world.config)
    world.faults.add({ kind: 'delay', until: never }, { path: '/license/create' })
    return { acts: [withdraw] }
  },
  async withdrawn({ config }) {
    await agree(config)
    return { acts: [withdraw] }
  },
  async 'device-unknown'({ config }) {
    await agree(config)
    await loseKey(config)
    return {}
  },
  unsupported: ({ config }) => ({ config: { ...config, crypto: null } }),
}

/** An earlier visit, in which the person agreed to something else than what is asked today. */
export interface EarlierVisit {
  readonly agreement: Partial<ServiceClientConfig['agreement']>
  readonly granted?: readonly string[]
}

/** Prepares what a story in a given state begins with. An earlier visit comes first; to an update it leads alone. */
export async function prepareScene(
  state: ConsentState,
  more: Partial<ServiceClientConfig> = {},
  earlier?: EarlierVisit,
): Promise<Scene> {
  const world = await createWorld(more)
  const { config } = world
  if (earlier !== undefined) await agree({ ...config, agreement: { ...config.agreement, ...earlier.agreement } }, earlier.granted)
  const leads = earlier !== undefined && state.startsWith('update-')
  const made = leads ? {} : await SCENES[state](world)
  return { config: world.config, acts: [], ...made, world }
}

/** An earlier visit of this person: they agreed, and left. */
async function agree(config: ServiceClientConfig, granted: readonly string[] = []): Promise<void> {
  const client = createServiceClient(config)
  await client.createLicense({ granted })
  await client.close()
}

/** The browser cleared what it kept of the key, as it does when space runs out. */
async function loseKey(config: ServiceClientConfig): Promise<void> {
  const scope = JSON.stringify([config.provider.id, config.userId])
  await need(config.storage).update(scope, ({ scope }) => ({ scope, hadKey: true, registered: false, outbox: [], settled: [] }))
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The world of a story always has this.')
  return value
}
