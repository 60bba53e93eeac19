import { deepStrictEqual } from 'node:assert'
import { CONTENT_TYPES, type Item, type Load } from '../../support/send-load.ts'
import { OPERATIONS, type Target } from './operations.ts'

/** The operations whose responses are the same bytes. */
const SAME_BYTES = ['verify', 'permit', 'get', 'list', 'key-set'] as const
/** The operations whose responses have the same members. Their tokens differ in ids, times and signatures. */
const SAME_MEMBERS = ['token-user', 'token-provider', 'token-device', 'refresh-first', 'refresh'] as const

/** Requires that the straight-line server responds as the service does: a server that does less is no measure. */
export async function checkSameAnswers(licet: Target, bare: Target): Promise<void> {
  for (const name of [...SAME_BYTES, ...SAME_MEMBERS]) {
    const answerOf = async (target: Target) => {
      const load = await OPERATIONS[name]?.prepare(target)
      if (load === undefined) throw new Error(`The operation "${name}" does not exist.`)
      return ask(target.url, load)
    }
    const [theirs, ours] = [await answerOf(bare), await answerOf(licet)]
    const isSameBytes: boolean = SAME_BYTES.some((each) => each === name)
    deepStrictEqual(isSameBytes ? theirs : withoutValues(theirs), isSameBytes ? ours : withoutValues(ours), name)
  }
  // A license that the straight-line server stored is one that the service knows.
  const create: Load = { method: 'POST', path: '/license/create', type: 'json', items: licet.world.sign(1, () => 'new-same') }
  const stored = await ask(bare.url, create)
  deepStrictEqual(await ask(licet.url, create), stored, 'create')
  deepStrictEqual(await ask(bare.url, create), stored, 'again')
}

/** Sends the first item of a load, and returns the body of the response. */
async function ask(url: string, { method, path, type, items }: Load): Promise<Record<string, unknown>> {
  const { body, token, path: own = path }: Item = items[0] ?? {}
  const headers = {
    ...(type !== undefined && { 'content-type': CONTENT_TYPES[type] }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(url + own, { method, headers, ...(body !== undefined && { body }) })
  if (!response.ok) throw new Error(`${url}${own} responded with status ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Returns the names of the members, including of those in the header and the claims of each token. */
function withoutValues(answer: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(answer).map(([name, value]) => {
    const parts = String(value).split('.').slice(0, 2)
    if (!name.endsWith('_token')) return [name, value]
    return [name, ...parts.map((part) => Object.keys(JSON.parse(Buffer.from(part, 'base64url').toString())).sort())]
  })
}
