import { describe, expect, test } from 'vitest'
import { describeWorlds } from '../fixtures/worlds.ts'

describeWorlds('Strict-Transport-Security', (world) => {
  const headerOf = async (authUrl: string, path: string) => {
    const service = await world.another({ authUrl })
    const response = await service.fetch(new Request(`${authUrl}${path}`))
    await service.close()
    return response.headers.get('strict-transport-security')
  }

  describe('of a response', () => {
    // Regression: no response had it, so a person on a hostile network could be moved to plain HTTP.
    test('keeps browsers on https for a year when authUrl is https', async () => {
      for (const path of ['/.well-known/jwks.json', '/healthz', '/license/list', '/none'])
        expect(await headerOf('https://licenses.example.com', path)).toBe('max-age=31536000')
    })

    test('is absent when authUrl is plain HTTP', async () => {
      expect(await headerOf('http://localhost:8787', '/healthz')).toBeNull()
    })
  })
})
