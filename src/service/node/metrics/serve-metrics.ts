import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { listen, METRICS_OPTIONS } from '../listen.ts'

const PATH = '/metrics'
/** How long a scrape may take to arrive. */
const REQUEST_TIMEOUT_MS = 5000

/** Where the text of a scrape comes from. */
export type MetricsSource = Pick<Registry, 'metrics' | 'contentType'>

/** A server that responds to scrapes. */
export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves the metrics in the text format of Prometheus at `/metrics`, on a separate port, which a proxy does not publish.
 *
 * @throws {LicetError} `port_taken` or `invalid_configuration`
 */
export async function serveMetrics(source: MetricsSource, port: number, host: string): Promise<MetricsServer> {
  const limits = { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS }
  const server = createServer(limits, (incoming, outgoing) => void respond(source, incoming, outgoing))
  const actualPort = await listen(server, port, host, { options: METRICS_OPTIONS })
  return {
    port: actualPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function respond(source: MetricsSource, { method, url = '' }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const isScrape = url.split('?', 1)[0] === PATH
  if (!isScrape || (method !== 'GET' && method !== 'HEAD')) {
    const status = isScrape ? 405 : 404
    outgoing.writeHead(status, isScrape ? { allow: 'GET, HEAD' } : {}).end()
    return
  }
  try {
    const text = await source.metrics()
    outgoing.writeHead(200, { 'content-type': source.contentType }).end(method === 'HEAD' ? undefined : text)
  } catch {
    outgoing.writeHead(500).end()
  }
}
