// The service of the demo, and what it made on its first start: an organization, a provider and a key to look into the database with.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDiskStorage, serve } from 'licet/service/node'
import { openSite } from './site.mjs'

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

/** Serves on the first port that is free. */
async function serveOnOneOf(ports, options) {
  for (const port of ports) {
    try {
      return await serve({ ...options, port })
    } catch (error) {
      if (error.code !== 'port_taken') throw error
    }
  }
  const [first] = ports
  throw new Error(
    ports.length === 1
      ? `Port ${first} is taken by another program, so the demo did not start. End that program, or choose another: PORT=${first + 1} npm start`
      : `Ports ${first} to ${ports.at(-1)} are all taken, so the demo did not start. Choose one: PORT=8080 npm start`,
  )
}

/** Opens the database, the service on it, and the pages beside it. */
export async function openDemo({ ports, folder, pages }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The embedded database always, whatever the environment says of another.
  const storage = await openDiskStorage({ folder: join(folder, 'database') })
  const site = openSite(pages)
  let config
  const fallback = (request) =>
    new URL(request.url).pathname === '/demo/config.json'
      ? new Response(config, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
      : site(request)
  try {
    const running = await serveOnOneOf(ports, { storage, fallback })
    const made = await readOrCreate(folder, running.service.admin)
    config = JSON.stringify(toPageConfig({ url: running.url, ...made }))
    return {
      url: running.url,
      port: running.port,
      close: async () => {
        await running.close()
        await storage.close()
      },
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}
