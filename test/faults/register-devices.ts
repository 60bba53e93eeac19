import { createService } from '../../src/service/index.ts'
import { openPostgresStorage } from '../../src/service/node.ts'
import { createTenant } from '../fixtures/caller.ts'
import type { FaultLoad } from './load-process.ts'

const DEVICES = 16

/** The issuer of the service in every fault. */
export const AUTH_URL = 'https://auth.example.com'

/** Creates a provider with devices in a database, without a running service. An earlier version of the project runs this file too. */
export async function registerDevices(
  databaseUrl: string,
  preparedStatements = true,
): Promise<Pick<FaultLoad, 'providerId' | 'clients'>> {
  const storage = openPostgresStorage(databaseUrl, { preparedStatements })
  const tenant = await createTenant(await createService({ authUrl: AUTH_URL, storage }))
  const clients = []
  for (let n = 0; n < DEVICES; n++) {
    const { device } = await tenant.device(`user-${n}`)
    const key = String(device.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    clients.push({ key, address: device.address, ptr: `user-${n}` })
  }
  await storage.close()
  return { providerId: tenant.provider.providerId, clients }
}
