// The service of the demo, and what it made on its first start: an organisation, a provider and a key to look into the database with.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createService } from 'licet/service'
import { createNodeCrypto, openDiskStorage } from 'licet/service/node'

const LICENSE_YEARS = 2

/** What the page needs to know; all of it may be seen by anyone. */
function toPageConfig({ url, provider, shopper, expiry }) {
  return {
    authUrl: url,
    provider,
    origin: 'example.pomelo.app',
    userId: shopper,
    agreement: {
      company: {
        name: 'Pomelo',
        termsUrl: 'https://pomelo.example/terms',
        privacyUrl: 'https://pomelo.example/privacy',
        address: '12 Orchard Lane, Dublin, Ireland',
        contact: 'privacy@pomelo.example',
      },
      jurisdiction: 'Ireland',
      compensation: '200 points for every month in which you share',
      expiry,
      purposes: ['analytics', 'attribution', { usecase: 'personalization' }],
    },
  }
}

async function readOrCreate(folder, admin) {
  const file = join(folder, 'demo.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT')
      throw new Error(
        `${file} cannot be read (${error.message}). The demo keeps its provider there. Remove ${folder} to begin anew.`,
      )
  }
  const { orgId } = await admin.createOrganization({ name: 'Pomelo' })
  const { userId } = await admin.createUser({ orgId, email: 'owner@pomelo.example' })
  const { key: apiKey } = await admin.createApiKey({ userId, name: 'demo' })
  const { providerId, pubKey } = await admin.createProvider({ orgId, name: 'Pomelo' })
  const expiry = new Date()
  expiry.setUTCFullYear(expiry.getUTCFullYear() + LICENSE_YEARS)
  expiry.setUTCHours(0, 0, 0, 0)
  const made = {
    userId,
    apiKey,
    provider: { id: providerId, publicKey: pubKey },
    shopper: 'shopper-1',
    expiry: expiry.toISOString(),
  }
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}

/** Opens the database and the service on it. */
export async function openDemo({ url, folder }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const storage = await openDiskStorage({ folder: join(folder, 'database') })
  const service = await createService({ authUrl: url, storage, crypto: createNodeCrypto(), cors: [url] })
  const made = await readOrCreate(folder, service.admin)
  const config = JSON.stringify(toPageConfig({ url, ...made }))
  return {
    listener: (fetch) => getRequestListener(fetch),
    fetch: (request) =>
      new URL(request.url).pathname === '/demo/config.json'
        ? new Response(config, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
        : service.fetch(request),
    close: async () => {
      await service.close()
      await storage.close()
    },
  }
}
