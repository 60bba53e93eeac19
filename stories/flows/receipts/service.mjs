// The service of the demo. The first start creates an organization, a provider and an API key.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from 'licet/service/node'
import { openSite } from './site.mjs'

const LICENSE_YEARS = 2

/** Returns the configuration of the page. It contains no secrets. */
function toPageConfig({ url, provider, shopper, expiry }) {
  return {
    authUrl: url,
    provider,
    origin: 'example.pomelo.app',
    userId: shopper,
    agreement: {
      subject: 'receipts',
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
      purposes: ['analytics', { usecase: 'retargeting', label: 'ads that fit your purchases' }],
    },
  }
}

/** Returns the provider and the API key of an earlier start, or creates them. */
async function readOrCreateTenant(folder, admin) {
  const file = join(folder, 'demo.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT')
      throw new Error(
        `${file} cannot be read (${error.message}). The demo was not started, because its provider is stored there. Delete ${folder} to start with new data.`,
      )
  }
  const { orgId } = await admin.createOrganization({ name: 'Pomelo' })
  const { userId } = await admin.createUser({ orgId, email: 'owner@pomelo.example' })
  const { key: apiKey } = await admin.createApiKey({ userId, name: 'demo' })
  const { providerId, pubKey } = await admin.createProvider({ orgId, name: 'Pomelo' })
  const expiry = new Date()
  expiry.setUTCFullYear(expiry.getUTCFullYear() + LICENSE_YEARS)
  expiry.setUTCHours(0, 0, 0, 0)
  const created = {
    userId,
    apiKey,
    provider: { id: providerId, publicKey: pubKey },
    shopper: 'shopper-1',
    expiry: expiry.toISOString(),
  }
  writeFileSync(file, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 })
  return created
}

/** Starts the service on the first free port. */
async function serveOnFirstFree(ports, options) {
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
      ? `Port ${first} is taken by another program, so the demo was not started. Stop that program, or use another port: PORT=${first + 1} npm start`
      : `All ports from ${first} to ${ports.at(-1)} are taken, so the demo was not started. Use another port: PORT=8080 npm start`,
  )
}

/** Opens the database and starts a server for the service and the pages. */
export async function openDemo({ ports, folder, pages }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const site = openSite(pages)
  let config
  const fallback = (request) =>
    new URL(request.url).pathname === '/demo/config.json'
      ? new Response(config, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
      : site(request)
  // The demo never uses DATABASE_URL.
  const running = await serveOnFirstFree(ports, { dataDir: join(folder, 'database'), allowEmbedded: true, fallback })
  try {
    const tenant = await readOrCreateTenant(folder, running.service.admin)
    config = JSON.stringify(toPageConfig({ url: running.url, ...tenant }))
    return { url: running.url, port: running.port, close: running.close }
  } catch (error) {
    await running.close()
    throw error
  }
}
