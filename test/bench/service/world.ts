import { join } from 'node:path'
import { execPath } from 'node:process'
import pg from 'pg'
import type { CreatedApiKey, Provider } from '../../../src/protocol/records/accounts.ts'
import { createDevice, type Device, signedRequest } from '../../fixtures/device.ts'
import { fillLicenses } from '../../fixtures/fill-licenses.ts'
import { type Program, startProgram } from '../../support/program.ts'
import { projectRoot, run } from '../../support/run-command.ts'
import { type Item, sendLoad } from '../../support/send-load.ts'

const DEVICES = 200
/** Licenses of each device before the first round. Only the last one is active. */
const HISTORY = 10
const TERMS_CHARS = 9000
const TOKEN_SECONDS = 86_400

export const TOKEN_PATH = '/api/latest/auth'

/** A device with a token and its credentials. */
export interface Client {
  readonly device: Device
  readonly token: string
  readonly credentials: Item
}

/** A running service with a provider, a user and devices with licenses, and a separate database. */
export interface World {
  readonly program: Program
  readonly url: string
  readonly databaseUrl: string
  readonly user: Item
  readonly provider: Item
  readonly providerId: string
  readonly clients: readonly Client[]
  /** The ids of the first license of each device. */
  readonly licenseIds: readonly string[]
  /** Signs new licenses, one for each device in turn. */
  sign(count: number, ptr: (n: number) => string): Item[]
  userToken(): Promise<string>
  /** Adds a webhook of the provider. Returns a function that removes it. */
  addWebhook(url: string): Promise<() => Promise<void>>
  /** Adds licenses of the same provider and of other devices. */
  fill(licenses: number): Promise<void>
  /** Ends every active license except the history. */
  endLicenses(): Promise<void>
  /** Updates the statistics of the planner, as autovacuum does. */
  vacuum(): Promise<void>
}

// In statements that also the version before has, which runs beside this one.
const END_LICENSES = `DO $$
  DECLARE
    has_permitted_uses boolean := to_regclass('licet.permitted_uses') IS NOT NULL;
  BEGIN
    INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
    SELECT l.provider_id, l.registration, l.id, 2, 'expired', now() FROM licet.open_licenses o JOIN licet.licenses l ON l.id = o.license_id WHERE l.ptr LIKE 'new-%';
    DELETE FROM licet.open_licenses WHERE ptr LIKE 'new-%';
    IF has_permitted_uses THEN
      DELETE FROM licet.permitted_uses WHERE ptr LIKE 'new-%';
    END IF;
  END $$`

const terms = `# Terms\n\n${'You permit Pomelo to use your receipts for analytics. '.repeat(TERMS_CHARS / 54)}\n`

/** Starts `licet serve` of a folder `dist`, and fills its database. */
export async function openWorld(
  dist: string,
  databaseUrl: string,
  closing: (() => Promise<void>)[],
  nodeOptions: readonly string[] = [],
): Promise<World> {
  const env = { DATABASE_URL: databaseUrl }
  const cli = [join(dist, 'cli/index.js')]
  const licet = async (...args: string[]) => JSON.parse(await run(execPath, [...cli, ...args, '--json'], { env }))
  const provider: Provider = await licet('provider', 'create', '--name', 'Pomelo', '--email', 'bench@example.com')
  const apiKey: CreatedApiKey & { readonly userId: string } = await licet('api-key', 'create', '--email', 'bench@example.com')
  const { program, url } = await openServer(
    // Processor time is measured, so a busy machine must not make the service refuse a request.
    [...nodeOptions, ...cli, 'serve', '--port', '0', '--json', '--max-licenses-per-hour', '0', '--max-wait', '10000'],
    env,
    closing,
  )
  const { providerId, pubKey } = provider
  const devices = Array.from({ length: DEVICES }, (_, n) => ({ device: createDevice(), ptr: `user-${n}` }))
  const asProvider = credentials(`provider:${providerId}`, pubKey)
  const [providerToken = ''] = await grant(url, [asProvider])
  await sendLoad(url, {
    method: 'POST',
    path: `/api/latest/provider/${providerId}/user`,
    type: 'json',
    items: devices.map(({ device, ptr: id }) => ({
      token: providerToken,
      body: JSON.stringify({
        id,
        address: device.address,
        pubKey: device.pubKey,
        signature: device.sign(`${id}.${device.address}`),
      }),
    })),
  })
  const asDevice = devices.map(({ device }) => credentials(`address:${providerId}:${device.address}`, device.sign(device.address)))
  const tokens = await grant(url, asDevice)
  const clients = devices.map(({ device }, n) => ({ device, token: tokens[n] ?? '', credentials: asDevice[n] ?? {} }))
  let signed = 0
  const sign = (count: number, ptr: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => {
      const { device, token } = clients[n % DEVICES] ?? never()
      return { token, body: JSON.stringify(signedRequest(device, { terms, ptr: ptr(n), 'x-number': signed++ })) }
    })
  const create = { method: 'POST', path: '/license/create', type: 'json', status: 201, keep: 'id' } as const
  const { kept } = await sendLoad(url, { ...create, items: sign(DEVICES * HISTORY, (n) => `user-${n % DEVICES}`) })
  const licenseIds = kept.slice(0, DEVICES)
  const user = credentials(`user:${apiKey.userId}`, apiKey.key)
  return {
    ...{ program, url, user, databaseUrl, providerId, clients, licenseIds, sign },
    userToken: async () => (await grant(url, [user]))[0] ?? '',
    addWebhook: async (url) => {
      const { id } = await licet('webhook', 'add', '--provider', providerId, '--url', url, '--allow-private')
      return () => licet('webhook', 'remove', id)
    },
    fill: (licenses) => fillLicenses(databaseUrl, providerId, licenses),
    endLicenses: () => execute(databaseUrl, END_LICENSES),
    vacuum: () => execute(databaseUrl, 'VACUUM (ANALYZE)'),
    provider: asProvider,
  }
}

/** Starts the straight-line server on the database of a world, with its issuer and its signing key. */
export function openBareServer(
  { databaseUrl, url }: World,
  closing: (() => Promise<void>)[],
): Promise<{ readonly program: Program; readonly url: string }> {
  const script = join(projectRoot, 'test/bench/service/bare/server.mjs')
  return openServer([script], { DATABASE_URL: databaseUrl, ISSUER: url }, closing)
}

async function openServer(args: readonly string[], env: Readonly<Record<string, string>>, closing: (() => Promise<void>)[]) {
  const program = startProgram(execPath, args, { env })
  closing.push(() => program.stop())
  return { program, url: await program.printed(/"url": ?"([^"]+)"/) }
}

/** Runs a statement on a database. */
export async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function grant(url: string, items: readonly Item[]): Promise<readonly string[]> {
  const { kept } = await sendLoad(url, { method: 'POST', path: TOKEN_PATH, type: 'form', items, keep: 'access_token' })
  return kept
}

function credentials(client_id: string, client_secret: string): Item {
  const form = { grant_type: 'client_credentials', client_id, client_secret, expires: String(TOKEN_SECONDS) }
  return { body: new URLSearchParams(form).toString() }
}

function never(): never {
  throw new Error('The index is always below the number of devices.')
}
