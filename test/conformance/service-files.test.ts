import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createService } from '../../src/service/index.ts'
import { createNodeCrypto, openDiskStorage } from '../../src/service/node.ts'
import { call, createTenant } from './caller.ts'
import { signedRequest } from './device.ts'

/** The files of a folder that hold one of some texts. */
function findFiles(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return texts.some((text) => bytes.includes(text))
    })
}

// This engine reuses no room by itself, and its log is kept until a checkpoint.
test('what was erased is in no file of the embedded database, and what was not is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-erased-'))
  try {
    const storage = await openDiskStorage({ folder })
    const service = await createService({ authUrl: 'https://a.example', storage, crypto: createNodeCrypto() })
    const tenant = await createTenant(service)
    const kept = await tenant.device('person-who-stays')
    await call(service, '/license/create', { token: kept.token, json: signedRequest(kept.device, { ptr: 'pointer-that-stays' }) })
    const { device, token } = await tenant.device('person-who-leaves')
    const texts = ['person-who-leaves', 'pointer-that-leaves', 'note-that-leaves', device.address]
    for (let n = 0; n < 8; n++) {
      // Small ones stand in the row itself, large ones beside it.
      const note = `note-that-leaves ${n} ${Array.from({ length: n * 400 }, () => Math.random()).join()}`
      const json = signedRequest(device, { ptr: 'pointer-that-leaves', 'x-note': note })
      expect((await call(service, '/license/create', { token, json })).status).toBe(201)
    }
    expect(findFiles(folder, texts)).not.toEqual([])
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=person-who-leaves`
    expect((await call(service, path, { token: await tenant.adminToken(), method: 'DELETE' })).status).toBe(204)
    expect(findFiles(folder, texts)).toEqual([])
    expect(findFiles(folder, ['pointer-that-stays'])).not.toEqual([])
    expect((await call(service, '/license', { token: kept.token })).body.licenses).toMatchObject([{ ptr: 'pointer-that-stays' }])
    await storage.close()
    expect(findFiles(folder, texts)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)
