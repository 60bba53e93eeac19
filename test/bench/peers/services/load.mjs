// Sends requests to a service over ten connections and prints the result. A JSON file describes the requests.
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

const { url, method, path, headers, items, amount, seconds } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
let next = 0
const result = await autocannon({
  url,
  connections: 10,
  ...(amount === undefined ? { duration: seconds } : { amount }),
  requests: [
    {
      method,
      path,
      setupRequest: (request) => {
        const { body, token } = items[next++ % items.length]
        return { ...request, body, headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } }
      },
    },
  ],
})
const { requests, latency, duration, non2xx, errors, timeouts } = result
process.stdout.write(
  JSON.stringify({ perSecond: requests.total / duration, total: requests.total, p99: latency.p99, failed: non2xx + errors + timeouts }),
)
