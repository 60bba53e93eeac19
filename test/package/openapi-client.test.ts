import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createOpenApi } from '../../src/service/index.ts'
import { projectRoot, run } from '../support/run-command.ts'

const folder = join(projectRoot, 'node_modules/.cache/licet/openapi-client')

/** A program on a client that is generated from the document. The annotations fail where a type is `unknown`, `any` or missing. */
const PROGRAM = `import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

type IsAny<T> = 0 extends 1 & T ? true : false
const notAny = <T>(value: IsAny<T> extends true ? never : T): T => value as T

const client = createClient<paths>({ baseUrl: 'https://auth.example.com' })
const credentials = { client_id: 'user:1', client_secret: 'key' }

const granted = await client.POST('/api/latest/auth/token', { body: { grant_type: 'client_credentials', ...credentials } })
export const accessToken: string | undefined = notAny(granted.data?.access_token)
export const lifetime: number | undefined = notAny(granted.data?.expires_in)
const standard = await client.POST('/oauth2/token', { body: { grant_type: 'refresh_token', refresh_token: 'a.b.c' } })
if (standard.data) notAny<string>(standard.data.access_token)
if (standard.error) notAny<string>(standard.error.error_description)

const headers = { authorization: \`Bearer \${accessToken}\` }
const provider = await client.POST('/api/latest/provider', { headers, body: { name: 'Shop', createStatus: 200 } })
export const status: 200 | 201 | undefined = notAny(provider.data?.createStatus)

const request = {
  ptr: 'user-1',
  origin: 'com.example.app',
  terms: 'Terms',
  description: 'Receipts',
  tags: ['purchase_history'],
  uses: [{ usecases: ['analytics'], destinations: ['*'] }],
  expiry: null,
  signature: 'AAAA',
}
const license = await client.POST('/license/create', { headers, body: { ...request, 'x-salt': 'AAAA' } })
export const end: string | undefined = notAny(license.data?.expiry)
export const requester: 'person' | 'company' | 'court' | undefined = notAny(license.data?.revocation?.requestedBy)

const permit = await client.POST('/license/permit', { headers, body: { ptr: 'user-1', usecase: 'analytics' } })
const answers = permit.data === undefined || Array.isArray(permit.data) ? permit.data : [permit.data]
export const permitted: boolean[] | undefined = answers?.map((answer) => notAny(answer.permitted))

// @ts-expect-error: a request without its required members.
await client.POST('/license/create', { headers, body: { ptr: 'user-1' } })
`

// Regression: the response of the token path was a union with an empty object, so the generated client had no `access_token`.
it('a client that is generated from the OpenAPI document compiles, and each member that a program reads has a type', async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [document, types] = [join(folder, 'document.json'), join(folder, 'api.ts')]
  writeFileSync(document, JSON.stringify(createOpenApi({ authUrl: 'https://auth.example.com' })))
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  await run('node', [join(projectRoot, 'test/support/write-openapi-types.mjs'), document, types])
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--module',
    'esnext',
    '--lib',
    'es2023,dom,dom.iterable',
  ]
  const resolution = ['--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--ignoreConfig', '--types', '']
  expect(await run('npx', ['tsc', ...options, ...resolution, join(folder, 'program.ts')])).toBe('')
})
