// Sends requests to a service from a process of its own, and keeps what the service acknowledged. The first message configures it, the
// second ends it. Then it reports.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

const ANSWER_TIMEOUT_MS = 15_000
const PAUSE_AFTER_FAILURE_MS = 50
/** Below the number that the service accepts from one address. */
const MAX_CONNECTIONS = 200
const TERMS = '# Terms\n\nYou permit Pomelo to use your receipts.\n'

const acknowledged = new Map()
const statuses = {}
const latencies = []
const examples = []
let twice = 0
let withoutRetryAfter = 0
let slowestAnswer = 0
let tokensUsedTwice = 0
let notSent = 0
let isStopped = false
let number = 0

/** Sends a request, and resolves with its status and its body. A request without a response has the status 0. */
async function exchange(path, { client, body, type = 'application/json' }) {
  const token = client?.token
  const sent = performance.now()
  let status = 0
  let answer = {}
  try {
    const response = await fetch(config.url + path, {
      method: 'POST',
      headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
      body,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    answer = await response.json()
    status = response.status
    slowestAnswer = Math.max(slowestAnswer, performance.now() - sent)
    if ((status === 503 || status === 429) && !response.headers.has('retry-after')) withoutRetryAfter++
  } catch (error) {
    answer = { message: `${error.message} ${error.cause?.code ?? ''}` }
  }
  statuses[status] = (statuses[status] ?? 0) + 1
  if (status === 200 || status === 201) latencies.push(performance.now() - sent)
  else if (examples.length < 5) examples.push(`${path} ${status} ${JSON.stringify(answer).slice(0, 200)}`)
  // A token that the service does not accept any more is replaced. A grant itself has no client.
  if (status === 401 && client !== undefined) await grant(client)
  return { status, answer }
}

const post = (client, path, body) => exchange(path, { client, body })
const form = (fields) => ({ type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() })
const grantToken = (fields) => exchange('/api/latest/auth/token', form(fields))

/** Gets an access token and the first refresh token of a chain for a device. */
async function grant(client) {
  const client_id = `address:${config.providerId}:${client.address}`
  const client_secret = sign('sha256', Buffer.from(client.address), client.key).toString('base64')
  const { status, answer } = await grantToken({ grant_type: 'client_credentials', client_id, client_secret })
  if (status !== 200) return
  client.token = answer.access_token
  client.refreshToken = answer.refresh_token
}

/** Without a token, the first request of a device would be refused, as if its token were not valid. */
async function grantUntilAccepted(client) {
  for (;;) {
    await grant(client)
    if (client.token !== undefined) return
    await pause(PAUSE_AFTER_FAILURE_MS)
  }
}

/** Signs a new license. Its members are in canonical order, so its JSON is canonical. */
function newLicense(client) {
  const request = {
    description: `Number ${number++} of ${process.pid}`,
    origin: 'com.example.pomelo',
    ptr: client.ptr,
    tags: ['purchase_history'],
    terms: TERMS,
    uses: [{ destinations: ['basket.example.com'], usecases: ['analytics'] }],
  }
  const digest = createHash('sha3-256').update(JSON.stringify(request)).digest()
  return JSON.stringify({ ...request, signature: sign('sha256', digest, client.key).toString('base64') })
}

/** Stores a license. A license whose request got no positive response is sent again later, as the client does. */
async function create(client, license) {
  const { status, answer } = await post(client, '/license/create', license)
  if (status !== 200 && status !== 201) {
    client.unanswered.push(license)
    return status
  }
  const known = acknowledged.get(license)
  if (known !== undefined && known !== answer.id) twice++
  acknowledged.set(license, answer.id)
  client.last = license
  return status
}

async function verifyUse(client) {
  return (await post(client, '/license/verify', '{"usecase":"analytics","destination":"basket.example.com"}')).status
}

/** Uses a refresh token, sometimes twice at the same time. Only one of its uses may succeed. */
async function refresh(client, atOnce) {
  if (client.refreshToken === undefined) await grant(client)
  const refresh_token = client.refreshToken
  if (refresh_token === undefined) return 0
  const answers = await Promise.all(
    Array.from({ length: atOnce }, () => grantToken({ grant_type: 'refresh_token', refresh_token })),
  )
  const accepted = answers.filter(({ status }) => status === 200)
  client.accepted = (client.accepted ?? 0) + accepted.length
  if (client.accepted > 1) tokensUsedTwice++
  if (accepted.length === 0 && answers.some(({ status }) => status === 0 || status === 503)) return 503
  client.accepted = 0
  client.refreshToken = atOnce === 1 ? accepted[0]?.answer.refresh_token : undefined
  if (accepted.length > 0) {
    // A later use of a token that was accepted must fail. It also ends its chain.
    if (atOnce > 1) {
      const { status } = await grantToken({ grant_type: 'refresh_token', refresh_token })
      if (status === 200) tokensUsedTwice++
    }
    client.token = accepted[0].answer.access_token
  }
  return 200
}

const createNext = (client) => create(client, client.unanswered.shift() ?? client.signed.pop() ?? newLicense(client))

/** What a device sends, by its turn. */
const MIXES = {
  all(client, turn) {
    if (turn < 3) return verifyUse(client)
    if (turn === 3) return refresh(client, client.turn % 3 === 0 ? 2 : 1)
    return turn === 4 && client.last ? create(client, client.last) : createNext(client)
  },
  'mostly verify': (client, turn) => (turn === 0 ? createNext(client) : verifyUse(client)),
  verify: verifyUse,
  create: createNext,
}

const step = (client) => MIXES[config.mix ?? 'all'](client, client.turn++ % 10)

async function work(client) {
  while (!isStopped) {
    const status = await step(client)
    if (status === 0 || status === 503 || status === 429) await pause(PAUSE_AFTER_FAILURE_MS)
  }
}

/**
 * Sends requests at a fixed rate, however long the responses take, as long as a connection is free. Without this limit, this process opens
 * a connection for each request that it could not send in time, is busy with them, and measures its own queue.
 */
async function sendAtRate(perSecond) {
  await Promise.all(Array.from({ length: MAX_CONNECTIONS }, (_, n) => step(config.clients[n % config.clients.length])))
  // The first response of each connection includes its opening.
  latencies.length = 0
  const pending = new Set()
  const begun = performance.now()
  for (let n = 0; !isStopped; n++) {
    const wait = begun + (n * 1000) / perSecond - performance.now()
    if (wait > 0 || n % MAX_CONNECTIONS === 0) await pause(wait)
    if (pending.size >= MAX_CONNECTIONS) {
      notSent++
      continue
    }
    const running = step(config.clients[n % config.clients.length]).finally(() => pending.delete(running))
    pending.add(running)
  }
  await Promise.all(pending)
}

let config
process.on('disconnect', () => process.exit())
process.once('message', async (first) => {
  config = first
  config.clients = first.clients.map((client) => ({
    ...client,
    key: createPrivateKey(client.key),
    unanswered: [],
    signed: [],
    turn: 0,
  }))
  for (const client of config.clients) client.signed = Array.from({ length: config.signed ?? 0 }, () => newLicense(client))
  process.once('message', () => {
    isStopped = true
  })
  await Promise.all(config.clients.map(grantUntilAccepted))
  process.send({ type: 'started' })
  const begun = performance.now()
  if (config.perSecond === undefined) {
    const { connections = config.clients.length } = config
    await Promise.all(Array.from({ length: connections }, (_, n) => work(config.clients[n % config.clients.length])))
  } else {
    await sendAtRate(config.perSecond)
  }
  const elapsed = (performance.now() - begun) / 1000
  latencies.sort((a, b) => a - b)
  process.send({
    type: 'report',
    ...{ statuses, examples, twice, tokensUsedTwice, withoutRetryAfter, slowestAnswer, notSent },
    ids: [...acknowledged.values()],
    perSecond: latencies.length / elapsed,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  })
})
