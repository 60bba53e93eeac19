// Sends requests to a service from a separate process and prints the result. A JSON file describes the requests.
import { readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:http'

const { url, method, path, headers, items, status, connections, seconds, keep } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const { hostname, port } = new URL(url)
const isExpected = (answer) => (status === 'any' ? Number.isInteger(answer.status) : answer.status === status)
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Sends one request, and resolves with its status and its body, which is read only when it is kept. */
function exchange({ body, token, path: own }) {
  return new Promise((resolve, reject) => {
    const request = send(
      {
        ...{ agent, hostname, port, method, path: own ?? path },
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks = []
        response.on('data', (chunk) =>
          keep === undefined && isExpected({ status: response.statusCode }) ? undefined : chunks.push(chunk),
        )
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const latencies = []
const kept = []
const statuses = {}
let failed = 0
let firstFailure
let next = 0
const started = performance.now()
const until = seconds === undefined ? Number.POSITIVE_INFINITY : started + seconds * 1000

async function work() {
  while (seconds === undefined ? next < items.length : performance.now() < until) {
    const index = next++ % items.length
    const sent = performance.now()
    const answer = await exchange(items[index]).catch((error) => ({ status: error.code, body: error.message }))
    latencies.push(performance.now() - sent)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (!isExpected(answer)) {
      failed++
      firstFailure ??= `${answer.status} ${answer.body.slice(0, 500)}`
    } else if (keep !== undefined) kept[index] = JSON.parse(answer.body)[keep]
  }
}

await Promise.all(Array.from({ length: connections }, work))
const elapsed = (performance.now() - started) / 1000
agent.destroy()
latencies.sort((a, b) => a - b)
const percentile = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]
process.stdout.write(
  JSON.stringify({
    total: latencies.length,
    perSecond: latencies.length / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failed,
    firstFailure,
    kept,
    statuses,
  }),
)
