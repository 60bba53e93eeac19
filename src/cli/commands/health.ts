import { trimSlashes } from '../../core/url.ts'
import { HEALTH_PATHS } from '../../protocol/paths.ts'
import { type Command, type CommandInput, type CommandIo, EXIT, JSON_OPTION, textOption, UsageError } from '../command.ts'
import { toCommandOption } from '../configuration/config-option.ts'
import { ConfigurationError } from '../configuration/configuration-error.ts'
import { readConfiguration } from '../configuration/read-configuration.ts'
import { SERVE } from '../configuration/serve-flags.ts'
import { CONFIG_OPTION } from '../database.ts'
import { toPrintableJson } from '../printable.ts'
import { describeFailure } from '../target/describe-failure.ts'

/** A check must end before the next check of the container, which runs every few seconds. */
const TIMEOUT_MS = 3000
/** Addresses that mean every address of the machine. They can be listened on, and not be called. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

const ADDRESS = { port: SERVE.port, host: SERVE.host }

export const healthCommand: Command = {
  words: ['health'],
  summary: 'Check that the service on this machine is ready. Exits with 0 or 1.',
  options: {
    live: { type: 'boolean', help: 'check only that the process runs, and not its database' },
    url: { type: 'string', value: '<url>', help: 'address of the service (default: the host and port of `licet serve`)' },
    port: { ...toCommandOption(ADDRESS.port), help: 'port of the service (default: 8787)' },
    host: { ...toCommandOption(ADDRESS.host), help: 'address of the service (default: 127.0.0.1)' },
    ...CONFIG_OPTION,
    ...JSON_OPTION,
  },
  notes: ['It reads the same variables and the same file as `licet serve`. Use it where an image has no shell and no curl.'],
  async run(input, io) {
    const path = input.values.live === true ? HEALTH_PATHS.live : HEALTH_PATHS.ready
    const url = trimSlashes(readUrl(input) ?? (await readAddress(input, io))) + path
    const { isHealthy, reason } = await check(url)
    if (input.values.json === true) io.out(toPrintableJson({ url, isHealthy, reason }, 0))
    else if (isHealthy) io.out(`${url} responded with 200.`)
    else io.err(`${url} ${reason}`)
    return isHealthy ? EXIT.ok : EXIT.failed
  },
}

function readUrl(input: CommandInput): string | undefined {
  const url = textOption(input, 'url')
  if (url === undefined || (/^https?:\/\//i.test(url) && URL.canParse(url))) return url
  throw new UsageError(`--url is "${url}", which is not an address. Nothing was checked. Write it like http://127.0.0.1:8787.`)
}

async function readAddress(input: CommandInput, io: CommandIo): Promise<string> {
  const { settings, faults } = await readConfiguration(ADDRESS, input, io, SERVE)
  if (faults.length > 0) throw new ConfigurationError(faults)
  const textOf = (name: string, none: string) => String(settings.find((setting) => setting.name === name)?.value ?? none)
  const host = textOf('host', SERVE.host.default)
  const reachable = EVERY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${reachable}:${textOf('port', SERVE.port.default)}`
}

async function check(url: string): Promise<{ readonly isHealthy: boolean; readonly reason?: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    await response.body?.cancel()
    if (response.status === 200) return { isHealthy: true }
    return { isHealthy: false, reason: `responded with ${response.status}. Read the log of the service.` }
  } catch (error) {
    const reason = describeFailure(error)
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return {
      isHealthy: false,
      reason: isLate
        ? `did not respond within ${TIMEOUT_MS / 1000} seconds. Read the log of the service.`
        : `could not be reached${reason === undefined ? '' : `: ${reason}`}. Start the service, or correct --url, --host and --port.`,
    }
  }
}
