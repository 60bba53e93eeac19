import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LicetError } from '../../core/errors.ts'

/**
 * Connections that wait to be accepted, up to the limit of the system (`somaxconn` of Linux: 4096). Above it, a client tries again after
 * 1, 3 and 7 seconds. The 511 of Node are reached while one turn of the event loop takes 0.2 s.
 */
const BACKLOG = 4096

/** The options that set a port and an address, for errors. */
interface ListenOptions {
  readonly port: string
  readonly portFlag: string
  readonly hostFlag: string
}

const SERVICE_OPTIONS: ListenOptions = { port: 'port', portFlag: 'port', hostFlag: 'host' }
/** The options of the metrics. */
export const METRICS_OPTIONS: ListenOptions = { port: 'metricsPort', portFlag: 'metrics-port', hostFlag: 'metrics-host' }

/**
 * Starts listening, and returns the port. With `isShared`, the workers of this program listen on it together.
 *
 * @throws {LicetError} `port_taken` or `invalid_configuration`
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
  {
    isShared = false,
    options = SERVICE_OPTIONS,
  }: { readonly isShared?: boolean | undefined; readonly options?: ListenOptions } = {},
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, exclusive: !isShared, backlog: BACKLOG }, () => {
      server.removeListener('error', reject)
      resolve()
    })
  }).catch((cause: unknown) => {
    throw toListenError(cause, port, host, options)
  })
  const address = server.address() as AddressInfo
  return address.port
}

function toListenError(cause: unknown, port: number, host: string, options: ListenOptions): LicetError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE') {
    return new LicetError(
      'port_taken',
      `Another program uses port ${port} on ${host}. The service did not start. Stop that program, or choose another port (${options.port}, --${options.portFlag}).`,
      { cause, field: options.port },
    )
  }
  return new LicetError(
    'invalid_configuration',
    `The service cannot listen on port ${port} of ${host}. The service did not start. Choose another port or address (--${options.portFlag}, --${options.hostFlag}).`,
    { cause, field: options.port },
  )
}
