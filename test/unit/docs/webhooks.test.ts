import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ts } from '@ts-morph/common'
import { expect, it, vi } from 'vitest'
import { createService } from '../../../src/service/index.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { signedRequest } from '../../fixtures/device.ts'
import { codeBlocks } from '../../support/documents.ts'
import { projectRoot } from '../../support/run-command.ts'

/** Imports an example of a page as JavaScript. It is in the project, so that it finds the packages. */
async function importExample(code: string): Promise<{ POST(request: Request): Promise<Response> }> {
  const folder = join(projectRoot, 'node_modules/.cache/licet')
  const file = join(folder, `webhook-example-${process.pid}.mjs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext } }).outputText)
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href)
  } finally {
    rmSync(file)
  }
}

it('the receiver of the guide accepts the events of the service, handles each once, and refuses a wrong signature', async () => {
  const sent: Request[] = []
  let receive = async (_: Request): Promise<Response> => new Response(null, { status: 503 })
  const storage = await openEmbeddedStorage()
  const service = await createService({
    authUrl: 'https://auth.example.com',
    storage,
    postWebhook: async ({ url, headers, body }) => {
      const request = new Request(url, { method: 'POST', headers, body })
      sent.push(request.clone())
      return { status: (await receive(request)).status }
    },
  })
  const tenant = await createTenant(service)
  const url = 'https://example.com/api/licet'
  const { secret } = await service.webhooks.createEndpoint({ providerId: tenant.provider.providerId, url })
  vi.stubEnv('LICET_WEBHOOK_SECRET', secret)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    const [code = ''] = codeBlocks('docs/guides/webhooks.md', 'ts')
    const { POST } = await importExample(code)
    receive = POST
    const { device, token } = await tenant.device()
    const { body: license } = await call(service, '/license/create', { token, json: signedRequest(device) })
    await call(service, '/license/create', { token, json: signedRequest(device, { uses: [] }) })
    await service.webhooks.deliver()
    expect(log.mock.calls).toEqual([['Stop using', license.id]])
    const [endpoint] = await service.webhooks.listEndpoints(tenant.provider.providerId)
    expect([sent.length, endpoint?.waiting]).toEqual([2, 0])

    const [, withdrawn] = sent as [Request, Request]
    expect((await POST(withdrawn.clone())).status).toBe(204)
    const forged = new Request(withdrawn, {
      body: (await withdrawn.clone().text()).replace('withdrawn', 'expired'),
      method: 'POST',
    })
    expect((await POST(forged)).status).toBe(401)
    expect(log).toHaveBeenCalledTimes(1)
  } finally {
    log.mockRestore()
    vi.unstubAllEnvs()
    await service.close()
    await storage.close()
  }
})
