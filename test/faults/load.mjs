// Sends requests to a service from a separate process, and keeps what the service acknowledged. The first message configures it, the
// second ends it. Then it reports.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createLeanClient } from './lean-client.mjs'

const ANSWER_TIMEOUT_MS = 15_000
const PAUSE_AFTER_FAILURE_MS = 50
/** Below the number that the service accepts from one address by default. */
const DEFAULT_CONNECTIONS = 200
/** How often the rate of an overload is compared with what is accepted. */
const RATE_PERIOD_MS = 1000
/** Responses that are reported of each status. */
const MAX_EXAMPLES = 3
const TERMS = '# Terms\n\nYou permit Pomelo to use your receipts.\n'

const acknowledged = new Map()
const statuses = {}
const latencies = []
const refusals = []
const examples = []
let twice = 0
let withoutRetryAfter = 0
let slowestAnswer = 0
let tokensUsedTwice = 0
let sentAtRate = 0
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
    const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) }
    const response = await send(path, headers, body)
    answer = JSON.parse(response.text)
    status = response.status
    slowestAnswer = Math.max(slowestAnswer, performance.now() - sent)
    if ((status === 503 || status === 429) && !response.head.includes('\r\nretry-after:')) withoutRetryAfter++
  } catch (error) {
    answer = { message: `${error.message} ${error.code ?? ''}` }
  }
  statuses[status] = (statuses[status] ?? 0) + 1
  if (status === 503) refusals.push(performance.now() - sent)
  if (status === 200 || status === 201) latencies.push(performance.now() - sent)
  else if (statuses[status] <= MAX_EXAMPLES) examples.push(`${path} ${status} ${JSON.stringify(answer).slice(0, 200)}`)
  // A token that the service no longer accepts is replaced. A grant itself has no client.
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

/** Gets the first token of a device. On a busy machine, the service can refuse it for a moment. */
async function grantFirst(client) {
  for (;;) {
    await grant(client)
    if (client.token !== undefined || isStopped) return
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
 * a connection for each request that it could not send in time, is busy with them, and measures its own queue. With `overload`, the rate
 * rises to so many times what the service accepts.
 */
async function sendAtRate({ perSecond, overload }, connections) {
  await Promise.all(Array.from({ length: connections }, (_, n) => step(config.clients[n % config.clients.length])))
  // The first response of each connection includes its opening.
  latencies.length = 0
  refusals.length = 0
  slowestAnswer = 0
  // Opening thousands of connections can take longer than a short load.
  process.send({ type: 'started' })
  const pending = new Set()
  const begun = performance.now()
  let rate = perSecond
  let due = begun
  let [counted, countedAt] = [0, begun]
  for (let n = 0; !isStopped; n++) {
    const wait = due - performance.now()
    if (wait > 0 || n % DEFAULT_CONNECTIONS === 0) await pause(wait)
    if (overload !== undefined && performance.now() - countedAt > RATE_PERIOD_MS) {
      const accepted = ((latencies.length - counted) * 1000) / (performance.now() - countedAt)
      rate = Math.max(rate, overload * accepted)
      ;[counted, countedAt] = [latencies.length, performance.now()]
    }
    due += 1000 / rate
    if (pending.size >= connections) {
      notSent++
      continue
    }
    sentAtRate++
    const running = step(config.clients[n % config.clients.length]).finally(() => pending.delete(running))
    pending.add(running)
  }
  const elapsed = (performance.now() - begun) / 1000
  await Promise.all(pending)
  return elapsed
}

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

let config
let send
process.on('disconnect', () => process.exit())
process.once('message', async (first) => {
  config = first
  send = createLeanClient(config.url, ANSWER_TIMEOUT_MS)
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
  await Promise.all(config.clients.map(grantFirst))
  const begun = performance.now()
  const { connections = config.perSecond === undefined ? config.clients.length : DEFAULT_CONNECTIONS } = config
  let elapsed
  if (config.perSecond === undefined) {
    process.send({ type: 'started' })
    await Promise.all(Array.from({ length: connections }, (_, n) => work(config.clients[n % config.clients.length])))
    elapsed = (performance.now() - begun) / 1000
  } else {
    elapsed = await sendAtRate(config, connections)
  }
  for (const times of [latencies, refusals]) times.sort((a, b) => a - b)
  process.send({
    type: 'report',
    ...{ statuses, examples, twice, tokensUsedTwice, withoutRetryAfter, slowestAnswer },
    ids: [...acknowledged.values()],
    perSecond: latencies.length / elapsed,
    sentPerSecond: sentAtRate / elapsed,
    notSentPerSecond: notSent / elapsed,
    p99: quantile(latencies, 0.99),
    refusedP99: quantile(refusals, 0.99),
  })
})
