import { type Item, type Load, sendLoad } from '../../support/send-load.ts'
import { TOKEN_PATH, type World } from './world.ts'

/** A server under measurement, and the rows that its requests use. */
export interface Target {
  /** `licet` is the service under test, `bare` the straight-line server. */
  readonly name: string
  readonly url: string
  /** The process group of the server. */
  readonly group: number
  readonly world: World
}

/** The largest ratio to what an operation is compared with. */
export interface Goals {
  readonly service?: number
  readonly database?: number
}

/** An operation of the service, measured alone. */
export interface Operation {
  readonly title: string
  /** Another operation that it is compared with, on one of the servers. Default: the same operation of the straight-line server. */
  readonly against?: { readonly operation: string; readonly server: 'licet' | 'bare' }
  readonly goals: Goals
  /** Creates the load of a round. What it sends itself is not measured. */
  readonly prepare: (target: Target) => Promise<Load> | Load
  /** A webhook receives one event for each request. The measurement ends when it has received all of them. */
  readonly hasWebhook?: boolean
}

const SECONDS = 1.5
const ONCE = 600

const token = (items: readonly Item[]): Load => ({ method: 'POST', path: TOKEN_PATH, type: 'form', items })
const repeated = (load: Load): Load => ({ ...load, seconds: SECONDS })
const create = (items: readonly Item[]): Load => ({ method: 'POST', path: '/license/create', type: 'json', items, status: 201 })

/** Returns refresh tokens that were used a number of times less one. */
async function refreshTokens({ url, world }: Target, uses: number): Promise<readonly Item[]> {
  const grants = Array.from({ length: ONCE }, (_, n) => world.clients[n % world.clients.length]?.credentials ?? {})
  let items = grants
  for (let use = 0; use < uses; use++) {
    const { kept } = await sendLoad(url, { ...token(items), keep: 'refresh_token' })
    items = kept.map((refresh_token) => ({ body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }).toString() }))
  }
  return items
}

let newPersons = 0

/** Signs licenses of persons who have none. Their ids are new, because the service remembers the licenses of a person, and is not asked to end them. */
async function newLicenses({ world }: Target): Promise<readonly Item[]> {
  await world.endLicenses()
  return world.sign(ONCE, () => `new-${newPersons++}`)
}

const ofDevices = ({ world }: Target, more: (n: number) => Omit<Item, 'token'>): readonly Item[] =>
  world.clients.map(({ token }, n) => ({ token, ...more(n) }))

/** The operations of the table, by the name that `--only` selects. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'token-user': {
    title: 'token for a user',
    goals: {},
    prepare: ({ world }) => repeated(token([world.user])),
  },
  'token-provider': {
    title: 'token for a provider',
    goals: {},
    prepare: ({ world }) => repeated(token([world.provider])),
  },
  'token-device': {
    title: 'token for a device',
    goals: { service: 1.4 },
    prepare: ({ world }) => repeated(token(world.clients.map(({ credentials }) => credentials))),
  },
  'refresh-first': {
    title: 'refresh, first use',
    goals: { service: 1.4 },
    prepare: async (target) => token(await refreshTokens(target, 1)),
  },
  refresh: {
    title: 'refresh, later use',
    goals: { service: 1.4 },
    prepare: async (target) => token(await refreshTokens(target, 2)),
  },
  create: {
    title: 'new license, 9 kB of terms',
    goals: { service: 1.35, database: 1.2 },
    prepare: async (target) => create(await newLicenses(target)),
  },
  'create-50': {
    title: '… at 50 connections',
    goals: {},
    prepare: async (target) => ({ ...create(await newLicenses(target)), connections: 50 }),
  },
  supersede: {
    title: 'license that supersedes one',
    against: { operation: 'create', server: 'bare' },
    goals: { service: 1.4, database: 1.4 },
    prepare: ({ world }) => create(world.sign(ONCE, (n) => `user-${n % world.clients.length}`)),
  },
  event: {
    title: 'new license and its event',
    against: { operation: 'create', server: 'licet' },
    goals: { service: 1.3, database: 1.3 },
    prepare: async (target) => create(await newLicenses(target)),
    hasWebhook: true,
  },
  again: {
    title: 'the same license again',
    against: { operation: 'create', server: 'licet' },
    goals: {},
    prepare: async (target) => {
      const items = await newLicenses(target)
      await sendLoad(target.url, create(items))
      return { ...create(items), status: 200 }
    },
  },
  verify: {
    title: 'verify',
    goals: {},
    prepare: (target) =>
      repeated({
        ...{ method: 'POST', path: '/license/verify', type: 'json' },
        items: ofDevices(target, () => ({ body: '{"usecase":"analytics","destination":"basket.example.com"}' })),
      }),
  },
  permit: {
    title: 'permit about a device',
    goals: { service: 1.3, database: 1.3 },
    prepare: async ({ world }) => {
      const key = await world.userToken()
      const bodyOf = (address: string) => JSON.stringify({ address, usecase: 'analytics' })
      const items = world.clients.map(({ device }) => ({ token: key, body: bodyOf(device.address) }))
      return repeated({ method: 'POST', path: '/license/permit', type: 'json', items })
    },
  },
  get: {
    title: 'get',
    goals: {},
    prepare: (target) =>
      repeated({
        ...{ method: 'GET', path: '/license' },
        items: ofDevices(target, (n) => ({ path: `/license/${target.world.licenseIds[n]}` })),
      }),
  },
  list: {
    title: 'list of 10',
    goals: { service: 1.4 },
    prepare: (target) => repeated({ method: 'GET', path: '/license?limit=10', items: ofDevices(target, () => ({})) }),
  },
  'list-organization': {
    title: 'list of 10 of an organization',
    against: { operation: 'list', server: 'licet' },
    goals: {},
    prepare: async ({ world }) =>
      repeated({ method: 'GET', path: '/license?limit=10', items: [{ token: await world.userToken() }] }),
  },
  'key-set': {
    title: 'key set',
    goals: {},
    prepare: () => repeated({ method: 'GET', path: '/.well-known/jwks.json', items: [{}] }),
  },
}
