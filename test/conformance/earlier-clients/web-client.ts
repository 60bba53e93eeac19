/** The configuration of the earlier web client in a page. */
export interface WebClientConfig {
  readonly authUrl: string
  readonly trailUrl: string
  readonly providerId: string
  readonly publicKey: string
  readonly ptr: string
}

/** The earlier web client in a page. */
export type WebClient = ReturnType<typeof earlierWebClient>

declare global {
  interface Window {
    earlier: WebClient
    /** SHA3-256 of base64, as base64url. The earlier client has its own code for it, because no browser has. */
    sha3(base64: string): Promise<string>
  }
}

/**
 * The earlier web client: it sends what the deployed one sends. It runs in a page, so it uses nothing of this module.
 *
 * It sends response headers in its requests, verifies without a body, and has no lock: each call that finds its token expired refreshes
 * with the token that it knows, without waiting for a refresh that has begun.
 */
export function earlierWebClient({ authUrl, trailUrl, providerId, publicKey, ptr }: WebClientConfig) {
  interface Tokens {
    readonly access_token: string
    readonly refresh_token: string
  }
  let keys: CryptoKeyPair | undefined
  let tokens: Tokens = JSON.parse(localStorage.getItem('tokens') ?? '{}')

  const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  const keep = (granted: Tokens) => {
    tokens = granted
    localStorage.setItem('tokens', JSON.stringify(granted))
  }

  const inStore = <T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      const opening = indexedDB.open('earlier')
      opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const request = run(opening.result.transaction('keys', mode).objectStore('keys'))
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          opening.result.close()
          resolve(request.result)
        }
      }
    })

  const loadKeys = async () => {
    keys ??= await inStore<CryptoKeyPair | undefined>('readonly', (store) => store.get('device'))
    if (keys !== undefined) return keys
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }
    const made = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    await inStore('readwrite', (store) => store.put(made, 'device'))
    keys = made
    return made
  }
  const sign = async (text: string) => {
    const { privateKey } = await loadKeys()
    return toBase64(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(text)))
  }

  const grant = async (form: Record<string, string>): Promise<Tokens> => {
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(form).toString()
    const response = await fetch(`${authUrl}/api/latest/auth/token`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`grant ${response.status} ${await response.text()}`)
    return response.json()
  }
  const refresh = async () => keep(await grant({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }))

  const call = async (path: string, body?: string): Promise<Response> => {
    const send = () =>
      fetch(trailUrl + path, {
        method: 'POST',
        headers: {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Credentials': 'true',
          Authorization: `Bearer ${tokens.access_token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      })
    const first = await send()
    if (first.status !== 401) return first
    // It does not await its first refresh.
    refresh().catch((error) => console.error(String(error)))
    await refresh()
    return send()
  }

  return {
    /** Makes the key, registers the device and gets its first tokens. */
    initialise: async () => {
      const spki = toBase64(await crypto.subtle.exportKey('spki', (await loadKeys()).publicKey))
      const address = await window.sha3(spki)
      const asProvider = { client_id: `provider:${providerId}`, client_secret: publicKey, scope: 'account:provider' }
      const { access_token } = await grant({ grant_type: 'client_credentials', ...asProvider })
      const response = await fetch(`${authUrl}/api/latest/provider/${providerId}/user`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: ptr, address, pubKey: spki, signature: await sign(`${ptr}.${address}`) }),
      })
      if (!response.ok) throw new Error(`register ${response.status}`)
      const asDevice = { client_id: `addr:${providerId}:${address}`, client_secret: await sign(address), scope: 'trail publish' }
      keep(await grant({ grant_type: 'client_credentials', ...asDevice }))
      return address
    },
    /** Creates the license: the same bytes at each call, signed as JSON. */
    create: async () => {
      const request = {
        ptr,
        origin: 'com.example.earlier',
        terms: '# Terms\n\nYou permit Acme to use your receipts: https://acme.example/terms\n',
        description: 'Receipts for rewards',
        tags: ['purchase_history'],
        uses: [{ usecases: ['attribution'], destinations: ['*'] }],
      }
      const text = JSON.stringify(request)
      const response = await call('/license/create', JSON.stringify({ ...request, signature: await sign(text) }))
      const { id, status }: { id: string; status: string } = await response.json()
      return { httpStatus: response.status, id, status }
    },
    /** Asks whether the license is in force, with no body. */
    verify: async () => {
      const response = await call('/license/verify')
      const { verified }: { verified: boolean } = await response.json()
      return verified
    },
  }
}
