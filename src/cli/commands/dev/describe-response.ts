import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts'
import { TRAIL_PATHS } from '../../../protocol/paths.ts'
import { printable } from '../../printable.ts'

/** Longest part of a line that comes from a request. */
const MAX_LETTERS = 120
const ADDRESSES_PATH = /^\/api\/latest\/provider\/[^/]+\/user$/
const FIRST_ERROR_STATUS = 400

/**
 * Returns a line about a request that registered a device, stored or withdrew a license, erased data, or was refused. Returns
 * `undefined` for any other request.
 *
 * The line has no secret, and no character that controls a terminal.
 */
export async function describeResponse(request: Request, response: Response): Promise<string | undefined> {
  const { pathname } = new URL(request.url)
  const call = `${request.method} ${pathname}`
  if (response.status >= FIRST_ERROR_STATUS) return describeRefusal(call, response.status, await readBody(response))
  if (request.method === 'POST' && pathname === TRAIL_PATHS.createLicense) {
    return describeLicense(await readBody(response), response.status === 201)
  }
  if (!ADDRESSES_PATH.test(pathname)) return undefined
  if (request.method === 'POST') {
    const { id, address } = await readBody(response)
    return `registered   ${show(id)} with the device ${show(address)}`
  }
  return request.method === 'DELETE' ? 'erased       the data of a user or of a device' : undefined
}

function describeRefusal(call: string, status: number, body: JsonObject): string {
  const [code, reason] = [body.code ?? body.error, body.detail ?? body.error_description]
  const why = [code, reason].flatMap((text) => (typeof text === 'string' ? [printable(text)] : []))
  return [`refused      ${show(call)}: ${status}`, ...why].join(' ')
}

function describeLicense(license: JsonObject, isNew: boolean): string {
  const { ptr, id, status, uses } = license
  const verb = status === 'revoked' ? 'withdrawal' : 'license'
  const purposes = status === 'revoked' ? '' : ` permits ${show(usecasesOf(uses).join(', '))}`
  return `${verb.padEnd(12)} ${show(ptr)}${purposes} (${isNew ? '' : 'known already, '}id ${show(id)})`
}

function usecasesOf(uses: JsonValue | undefined): readonly JsonValue[] {
  const lists = Array.isArray(uses) ? uses.map((use) => (isJsonObject(use) ? use.usecases : undefined)) : []
  return lists.flatMap((list) => (Array.isArray(list) ? list : []))
}

async function readBody(response: Response): Promise<JsonObject> {
  try {
    const body: unknown = await response.json()
    return isJsonObject(body) ? body : {}
  } catch {
    // A response to HEAD has no body.
    return {}
  }
}

function show(value: JsonValue | undefined): string {
  const text = printable(typeof value === 'string' ? value : '')
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text
}
