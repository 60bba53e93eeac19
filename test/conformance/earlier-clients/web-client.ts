/** The configuration of the earlier web client in a page. */
export interface WebClientConfig {
  readonly authUrl: string
  readonly trailUrl: string
  readonly providerId: string
  readonly publicKey: string
  readonly ptr: string
  /** The hash of its signatures of licenses. Default SHA-256. */
  readonly hash?: 'sha3-256'
}

/** How {@link WebClient.create} sends a license. */
interface CreateOptions {
  /** Writes each slash of the JSON as `\\/`, as the JSON writers of some platforms do. */
  readonly escapesSlashes?: boolean
  readonly prefer?: string
  /** Sends the withdrawal, which permits no use. */
  readonly withdraws?: boolean
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
export function earlierWebClient({ authUrl, trailUrl, providerId, publicKey, ptr, hash }: WebClientConfig) {
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
    // WebCrypto has no SHA3-256, so a client that signs with it needs the numbers of its key.
    const made = await crypto.subtle.generateKey(algorithm, hash !== undefined, ['sign', 'verify'])
    await inStore('readwrite', (store) => store.put(made, 'device'))
    keys = made
    return made
  }
  const sign = async (text: string) => {
    const { privateKey } = await loadKeys()
    return toBase64(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, new TextEncoder().encode(text)))
  }
  const toHex = (base64: string) =>
    [...atob(base64.replaceAll('-', '+').replaceAll('_', '/'))]
      .map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
      .join('')
  /** RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2.1) with SHA3-256. */
  const signSha3 = async (text: string) => {
    const { n = '', d = '' } = await crypto.subtle.exportKey('jwk', (await loadKeys()).privateKey)
    const digest = `3031300d060960864801650304020805000420${toHex(await window.sha3(toBase64(new TextEncoder().encode(text).buffer)))}`
    const size = toHex(n).length
    const modulus = BigInt(`0x${toHex(n)}`)
    let power = BigInt(`0x0001${'00'.padStart(size - 4 - digest.length, 'f')}${digest}`)
    let signature = 1n
    for (let exponent = BigInt(`0x${toHex(d)}`); exponent > 0n; exponent >>= 1n) {
      if (exponent & 1n) signature = (signature * power) % modulus
      power = (power * power) % modulus
    }
    const bytes = signature.toString(16).padStart(size, '0').match(/../g) ?? []
    return toBase64(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)).buffer)
  }

  const grant = async (form: Record<string, string>): Promise<Tokens> => {
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(form).toString()
    const response = await fetch(`${authUrl}/api/latest/auth/token`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`grant ${response.status} ${await response.text()}`)
    return response.json()
  }
  const refresh = async () => keep(await grant({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }))

  const call = async (path: string, body?: string, prefer?: string): Promise<Response> => {
    const send = () =>
      fetch(trailUrl + path, {
        method: 'POST',
        headers: {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Credentials': 'true',
          Authorization: `Bearer ${tokens.access_token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(prefer === undefined ? {} : { Prefer: prefer }),
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
    create: async ({ escapesSlashes = false, prefer, withdraws = false }: CreateOptions = {}) => {
      const request = {
        ptr,
        origin: 'com.example.earlier',
        terms: '# Terms\n\nYou permit Acme to use your receipts: https://acme.example/terms\n',
        description: 'Receipts for rewards',
        tags: ['purchase_history'],
        uses: withdraws ? [] : [{ usecases: ['attribution'], destinations: ['*'] }],
      }
      const write = (value: object) => (escapesSlashes ? JSON.stringify(value).replaceAll('/', '\\/') : JSON.stringify(value))
      const signature = await (hash === undefined ? sign : signSha3)(write(request))
      const response = await call('/license/create', write({ ...request, signature }), prefer)
      const body: { id: string; status: string; code?: string; license?: { id: string; status: string } } = await response.json()
      const { id, status } = body.license ?? body
      return { httpStatus: response.status, id, status, code: body.code, applied: response.headers.get('Preference-Applied') }
    },
    /** Asks whether the license is in force, with no body. */
    verify: async () => {
      const response = await call('/license/verify')
      const { verified }: { verified: boolean } = await response.json()
      return verified
    },
  }
}
