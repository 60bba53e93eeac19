import { AuthClient } from '../../client/auth-client.ts'
import { describeProblem } from '../../client/http/http-error.ts'
import { type HttpRequest, type HttpResponse, readJson, sendRequest } from '../../client/http/send-request.ts'
import { MINUTE_MS } from '../../core/time-units.ts'
import { trimSlashes } from '../../core/url.ts'
import { isLoopback } from '../../service/http/is-loopback.ts'
import { parseBaseUrl } from '../../service/http/parse-base-url.ts'
import { nonBlank } from '../../service/node/check-database-url.ts'
import { type CommandInput, type CommandIo, type CommandOption, textOption, UsageError } from '../command.ts'
import { readSecretFile } from '../configuration/read-secret-file.ts'

/** A token is valid for ten minutes, and an export can take longer. */
const TOKEN_AGE_MS = 5 * MINUTE_MS
/** Longer than the service waits for the receiver of a test. */
const TIMEOUT_MS = 25_000

/** The options of a command that uses a running service. */
export const REMOTE_OPTIONS = {
  url: { type: 'string', value: '<url>', help: 'public address of a running service (default: LICET_URL)' },
  'trail-url': {
    type: 'string',
    value: '<url>',
    help: 'public address of its license paths, if it differs (default: LICET_TRAIL_URL, then --url)',
  },
  'user-id': { type: 'string', value: '<id>', help: 'user of the API key: its client_id (default: LICET_USER_ID)' },
  'api-key-file': {
    type: 'string',
    value: '<file>',
    help: 'file with the API key: its client_secret (default: LICET_API_KEY, then LICET_API_KEY_FILE)',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/** A running service, with an API key. */
export interface RemoteService {
  /** Where the token paths are. */
  readonly authUrl: string
  readonly client: AuthClient
  /** Returns an access token, a new one when the last is old. */
  token(): Promise<string>
  /** Sends a request to a path below `authUrl`, for an operation that `AuthClient` does not have. */
  send(method: HttpRequest['method'], path: string, json?: unknown): Promise<HttpResponse>
  /** Sends a request, and returns the JSON of the response. */
  request(method: HttpRequest['method'], path: string, json?: unknown): Promise<unknown>
  /** Sends a request below the URL of the license paths, and returns the JSON of the response. */
  requestTrail(method: HttpRequest['method'], path: string): Promise<unknown>
}

/**
 * Signs in at a running service with an API key.
 *
 * @throws {UsageError} when an option is missing or not valid
 * @throws {LicetError} `invalid_configuration` when an address is no URL
 */
export function openRemote(input: CommandInput, io: CommandIo): RemoteService {
  const read = (option: string, ...variables: readonly string[]) =>
    nonBlank(textOption(input, option)) ?? variables.map((name) => nonBlank(io.env[name])).find((value) => value !== undefined)
  const authUrl = required(read('url', 'LICET_URL', 'LICET_AUTH_URL'), '--url (or LICET_URL)')
  const userId = required(read('user-id', 'LICET_USER_ID'), '--user-id (or LICET_USER_ID)')
  const trailUrl = read('trail-url', 'LICET_TRAIL_URL')
  const apiKey = readApiKey(input, io)
  checkAddress(authUrl, '--url (or LICET_URL)')
  if (trailUrl !== undefined) checkAddress(trailUrl, '--trail-url (or LICET_TRAIL_URL)')
  const client = new AuthClient({ authUrl, ...(trailUrl !== undefined && { trailUrl }) })
  let granted: { readonly token: string; readonly at: number } | undefined
  const token = async () => {
    if (granted === undefined || io.now() - granted.at > TOKEN_AGE_MS) {
      const { accessToken } = await client.grant({ type: 'user', userId, apiKey })
      granted = { token: accessToken, at: io.now() }
    }
    return granted.token
  }
  const http = { fetch, now: io.now, monotonic: () => performance.now(), timeoutMs: TIMEOUT_MS, describe: describeProblem }
  const sendTo = async (base: string, method: HttpRequest['method'], path: string, json?: unknown) =>
    sendRequest(http, {
      method,
      url: trimSlashes(base) + path,
      token: await token(),
      json: json === undefined ? undefined : JSON.stringify(json),
    })
  return {
    authUrl,
    client,
    token,
    send: (...request) => sendTo(authUrl, ...request),
    request: async (...request) => readJson(await sendTo(authUrl, ...request)),
    requestTrail: async (...request) => readJson(await sendTo(trailUrl ?? authUrl, ...request)),
  }
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined) return value
  throw new UsageError(`${name} is missing. Nothing was requested. Add it; \`licet api-key create\` prints the user and the key.`)
}

function readApiKey(input: CommandInput, io: CommandIo): string {
  const file = nonBlank(textOption(input, 'api-key-file'))
  const variable = file === undefined ? nonBlank(io.env.LICET_API_KEY) : undefined
  const path = file ?? nonBlank(io.env.LICET_API_KEY_FILE)
  if (variable !== undefined || path === undefined) return required(variable, 'LICET_API_KEY (or --api-key-file)')
  try {
    return readSecretFile(path).trim()
  } catch {
    throw new UsageError(
      `The file ${path} of the API key cannot be read. Nothing was requested. Correct the path or its permissions.`,
    )
  }
}

/** Refuses what is no address of a service, and to send an API key unprotected. */
function checkAddress(text: string, name: string): void {
  const url = new URL(parseBaseUrl(text, name))
  if (url.protocol !== 'http:' || isLoopback(url.hostname)) return
  throw new UsageError(
    `${url.origin} is plain HTTP on a public address. Nothing was requested, because others could read the API key. Use https.`,
  )
}
