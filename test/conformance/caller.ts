import { randomUUID } from 'node:crypto'
import type { Provider, TokenResponse } from '../../src/protocol/answers.ts'
import type { Service } from '../../src/service/index.ts'
import { type Device, pooledDevice } from './device.ts'
import { assertTaken } from './openapi.ts'

/** An answer, read. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly body: any
}

export interface CallOptions {
  readonly method?: string
  readonly token?: string | undefined
  readonly form?: Record<string, string> | string
  readonly json?: unknown
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

/** An organization with a user, an API key and a provider, and shorthands for what it does. */
export interface Tenant {
  readonly orgId: string
  readonly userId: string
  readonly email: string
  readonly apiKey: string
  readonly provider: Provider
  adminToken(): Promise<string>
  providerToken(scope?: string): Promise<string>
  register(device: Device, id?: string): Promise<Answer>
  addressToken(device: Device): Promise<string>
  /** A registered device and its token. */
  device(id?: string): Promise<{ readonly device: Device; readonly token: string }>
}

export const TOKEN = '/api/latest/auth/token'

export async function call(service: Service, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers)
  let body: BodyInit | undefined = options.body
  if (options.form !== undefined) {
    body = typeof options.form === 'string' ? options.form : new URLSearchParams(options.form).toString()
    if (!headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded')
  }
  if (options.json !== undefined) {
    body = JSON.stringify(options.json)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  }
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`)
  const method = options.method ?? (body === undefined ? 'GET' : 'POST')
  const request = new Request(service.authUrl + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const response = await service.fetch(request)
  if (response.ok && typeof body === 'string') assertTaken(service, request, body)
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text }
}

export async function grant(service: Service, form: Record<string, string>): Promise<TokenResponse> {
  const answer = await call(service, TOKEN, { form: { grant_type: 'client_credentials', ...form } })
  if (answer.status !== 200) throw new Error(`The grant was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function createTenant(service: Service): Promise<Tenant> {
  const { orgId } = await service.admin.createOrganization({ name: 'Fresh Basket' })
  const { userId, email } = await service.admin.createUser({ orgId, email: `${randomUUID()}@example.com` })
  const { key: apiKey } = await service.admin.createApiKey({ userId })
  const provider = await service.admin.createProvider({ orgId, name: 'Basket app' })
  let devices = 0
  const tenant: Tenant = {
    orgId,
    userId,
    email,
    apiKey,
    provider,
    adminToken: async () => (await grant(service, { client_id: `user:${userId}`, client_secret: apiKey })).access_token,
    providerToken: async (scope) =>
      (
        await grant(service, {
          client_id: `provider:${provider.providerId}`,
          client_secret: provider.pubKey,
          ...(scope === undefined ? {} : { scope }),
        })
      ).access_token,
    register: async (device, id = 'user-1') =>
      call(service, `/api/latest/provider/${provider.providerId}/user`, {
        token: await tenant.providerToken(),
        json: { id, address: device.address, pubKey: device.pubKey, signature: device.sign(`${id}.${device.address}`) },
      }),
    addressToken: async (device) =>
      (
        await grant(service, {
          client_id: `address:${provider.providerId}:${device.address}`,
          client_secret: device.sign(device.address),
        })
      ).access_token,
    device: async (id) => {
      const device = pooledDevice(devices++)
      const answer = await tenant.register(device, id)
      if (answer.status !== 200) throw new Error(`The registration was refused: ${JSON.stringify(answer.body)}`)
      return { device, token: await tenant.addressToken(device) }
    },
  }
  return tenant
}
