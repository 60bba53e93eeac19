import { parseJsonBytes } from '../../core/strict-json.ts'
import { SECOND_MS } from '../../core/time-units.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { DEFAULT_ROTATION_DELAY_MS } from '../../service/defaults.ts'
import { MAX_ROTATION_DELAY_MS, MIN_ROTATION_DELAY_MS } from '../../service/tokens/key-times.ts'
import { type Command, type CommandInput, EXIT, JSON_OPTION, numberOption, UsageError } from '../command.ts'
import { DATABASE_OPTIONS, UNUSED_AUTH_URL, withService } from '../database.ts'
import { parseKeySet } from '../parse-key-set.ts'
import { toPrintableJson } from '../printable.ts'

const MIN_DELAY_SECONDS = MIN_ROTATION_DELAY_MS / SECOND_MS
const MAX_DELAY_SECONDS = MAX_ROTATION_DELAY_MS / SECOND_MS
const DEFAULT_DELAY_SECONDS = DEFAULT_ROTATION_DELAY_MS / SECOND_MS

export const keyRotate: Command = {
  words: ['key', 'rotate'],
  summary: 'Publish a new key, and sign with it after five minutes; earlier keys still verify.',
  options: {
    delay: {
      type: 'string',
      value: '<seconds>',
      help:
        `how long the key is published before it signs, at least ${MIN_DELAY_SECONDS}; ` +
        `the default is longer than caches keep the key set (default: ${DEFAULT_DELAY_SECONDS})`,
    },
    now: { type: 'boolean', help: 'sign immediately, after a leak; tokens can be refused for a second' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  async run(input, io) {
    const delayMs = readDelay(input)
    const rotated = await withService(input, io, async (service) => {
      const { kid, signsFrom } = await service.rotateSigningKey({ delayMs })
      const response = await service.fetch(new Request(`${UNUSED_AUTH_URL}/.well-known/jwks.json`))
      const { keys } = parseKeySet(parseJsonBytes(new Uint8Array(await response.arrayBuffer())))
      const former = keys.flatMap((key) => (key.kid === undefined || key.kid === kid ? [] : [key.kid]))
      return { kid, signsFrom: toTimestamp(signsFrom), former }
    })
    if (input.values.json === true) {
      io.out(toPrintableJson(rotated))
      return EXIT.ok
    }
    io.out(delayMs === 0 ? `The service signs with a new key: ${rotated.kid}` : `The service has a new key: ${rotated.kid}`)
    if (delayMs !== 0) io.out(`  signs from      ${rotated.signsFrom}`)
    for (const kid of rotated.former) io.out(`  still verifies  ${kid}`)
    if (delayMs === 0) {
      io.out('Running services use it within a second. Until then, one can refuse the first tokens of another with 401.')
      io.out('If an earlier key leaked, wait ten seconds and remove it: licet key remove -- <kid>')
    } else {
      io.out('Running services publish it within a second. Until it signs, the previous key does.')
      io.out('If the previous key leaked, do not wait: licet key rotate --now')
    }
    return EXIT.ok
  },
}

function readDelay(input: CommandInput): number | undefined {
  const seconds = numberOption(input, 'delay', MIN_DELAY_SECONDS, MAX_DELAY_SECONDS)
  if (input.values.now !== true) return seconds === undefined ? undefined : seconds * SECOND_MS
  if (seconds === undefined) return 0
  throw new UsageError('--now and --delay exclude each other. Nothing was done. Use one of them.')
}
