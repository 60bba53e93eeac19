import { type Command, EXIT, textOption, UsageError } from '../command.ts'
import { DATABASE_HELP, DATABASE_OPTIONS, readDatabase } from './database.ts'

const MAX_PORT = 65_535

/** `licet serve` */
export const serveCommand: Command = {
  words: ['serve'],
  summary: 'Run the service.',
  usage: 'licet serve [options]',
  options: {
    ...DATABASE_OPTIONS,
    port: { type: 'string' },
    host: { type: 'string' },
    'max-connections': { type: 'string' },
    memory: { type: 'boolean' },
    'auth-url': { type: 'string' },
    'trail-url': { type: 'string' },
    cors: { type: 'string', multiple: true },
    'allow-embedded': { type: 'boolean' },
    'allow-http': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  help: {
    '--port <number>': 'port to listen on (default: 8787; 0 takes any that is free)',
    '--host <address>': 'address to listen on (default: 127.0.0.1, this machine only)',
    ...DATABASE_HELP,
    '--max-connections <n>': 'most connections to PostgreSQL at once (default: 10)',
    '--memory': 'keep nothing: everything is gone when it stops',
    '--allow-embedded': 'permit the embedded database when NODE_ENV is production',
    '--auth-url <url>': 'where clients reach it: the issuer of every token (default: where it listens)',
    '--trail-url <url>': 'where clients reach the license paths (default: the same)',
    '--allow-http': 'permit these to be plain HTTP beyond this machine',
    '--cors <origin>': 'origin whose pages may call it; may be given several times (default: all)',
    '--json': 'print the address as JSON',
  },
  async run(input, io) {
    const { cors } = input.values
    const authUrl = textOption(input, 'auth-url')
    const trailUrl = textOption(input, 'trail-url')
    const host = textOption(input, 'host')
    const port = textOption(input, 'port')
    const maxConnections = textOption(input, 'max-connections')
    // Imported only now: who verifies a receipt need not install a database.
    const { serve } = await import('../../service/node.ts')
    const running = await serve({
      ...(input.values.memory === true ? { memory: true } : readDatabase(input, io)),
      port: port === undefined ? undefined : readPort(port),
      maxConnections: maxConnections === undefined ? undefined : readConnections(maxConnections),
      host,
      authUrl,
      trailUrl,
      cors: Array.isArray(cors) ? cors.filter((origin) => typeof origin === 'string') : undefined,
      allowHttp: input.values['allow-http'] === true,
      allowEmbedded: input.values['allow-embedded'] === true,
      onEvent: (event) => io.err(JSON.stringify({ time: new Date(io.now()).toISOString(), ...event })),
    })
    if (input.values.json === true) {
      io.out(JSON.stringify({ url: running.url, authUrl: running.service.authUrl, database: running.database }))
    } else {
      io.out(`Licet listens on ${running.url} (database: ${running.database}).`)
      if (running.database !== 'postgresql')
        io.out('The embedded database outlives a killed process, not a power cut. Set DATABASE_URL for what must last.')
      io.out('Ctrl-C stops it.')
    }
    await aborted(io.signal)
    await running.close()
    return EXIT.ok
  },
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= MAX_PORT)) throw new UsageError(`--port is not a number from 0 to ${MAX_PORT}.`)
  return port
}

function readConnections(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--max-connections is not a number from 1 to 9999.')
  return Number(text)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
