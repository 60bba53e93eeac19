import { existsSync, readFileSync } from 'node:fs'
import { isJsonObject } from '../../core/json.ts'
import type { Ed25519Jwk } from '../../service/crypto/service-crypto.ts'
import { type Command, EXIT, numberOption, requiredOption, textOption, textsOption, UsageError } from '../command.ts'
import { MAX_PORT } from '../configuration/serve-flags.ts'
import { printable } from '../printable.ts'
import { untilAborted } from '../wait-for-signal.ts'
import { toPath } from '../write-lines.ts'
import type { WitnessState } from './log/witness-server.ts'

const DEFAULT_PORT = 8790

export const logWitness: Command = {
  words: ['log', 'witness'],
  summary: 'Run a witness, which cosigns the checkpoints of a public log that has only grown.',
  usage: 'licet log witness --name <name> --state <file> --log <vkey> [options]',
  options: {
    name: { type: 'string', value: '<name>', isRequired: true, help: 'name of the witness, such as witness.example.com' },
    state: {
      type: 'string',
      value: '<file>',
      isRequired: true,
      help: 'file of its key and of the newest checkpoints; it is created at the first start',
    },
    log: { type: 'string', value: '<vkey>', multiple: true, isRequired: true, help: 'public key of a log; repeat it for more' },
    port: { type: 'string', value: '<number>', help: `port to listen on (default: ${DEFAULT_PORT})` },
    host: { type: 'string', value: '<address>', help: 'address to listen on (default: 127.0.0.1)' },
  },
  notes: [
    'Run it on a machine that the operator of the log does not control. Keep the file: a witness that forgets may cosign two histories.',
    '`licet log key` prints the keys of a log. Add a new key before the old one stops signing.',
  ],
  async run(input, io) {
    const { createNodeCrypto } = await import('../../service/node.ts')
    const { toLogCrypto } = await import('../../service/log/log-environment.ts')
    const { createNoteKey, isKeyName, parseVkey, writeVkey } = await import('../../log/note-key.ts')
    const { fromBase64Url } = await import('../../core/base64.ts')
    const { createWitnessServer } = await import('./log/witness-server.ts')
    const name = requiredOption(input, 'name')
    if (!isKeyName(name))
      throw new UsageError(`--name is "${printable(name)}". The witness did not start. Use a name without spaces and +.`)
    const nodeCrypto = createNodeCrypto()
    const crypto = toLogCrypto({ crypto: nodeCrypto })
    const logs = await Promise.all(textsOption(input, 'log').map((vkey) => parseVkey(vkey, crypto.sha256)))
    if (logs.length === 0)
      throw new UsageError('--log is missing. The witness did not start. Add the lines that `licet log key` prints.')
    const { jwk, state } = await openState(toPath(io, requiredOption(input, 'state')), () => nodeCrypto.generateEd25519())
    const key = await createNoteKey(name, 'witness', fromBase64Url(jwk.x), crypto.sha256)
    const sign = await nodeCrypto.importEd25519(jwk)
    const server = createWitnessServer({ key, sign, logs, state, crypto, now: io.now })
    const port = numberOption(input, 'port', 0, MAX_PORT) ?? DEFAULT_PORT
    const host = textOption(input, 'host') ?? '127.0.0.1'
    const { listen } = await import('../../service/node/listen.ts')
    const actual = await listen(server, port, host)
    io.out(`The witness ${name} listens. Start the service with:`)
    io.out(`  --witness 'http://${host}:${actual}/#${writeVkey(key)}'`)
    await untilAborted(io.signal)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    return EXIT.ok
  },
}

/** Opens the file of a witness, or creates it with a new key. */
async function openState(
  file: string,
  createKey: () => Promise<Ed25519Jwk>,
): Promise<{ readonly jwk: Ed25519Jwk; readonly state: WitnessState }> {
  const { writeFileAtomically } = await import('../../service/node/atomic-file.ts')
  const stored = existsSync(file) ? readState(file) : undefined
  const jwk = stored?.jwk ?? (await createKey())
  const checkpoints = new Map(stored?.checkpoints)
  const save = (): Promise<void> => {
    const text = JSON.stringify({ key: jwk, checkpoints: Object.fromEntries(checkpoints) }, null, 2)
    return writeFileAtomically(file, [`${text}\n`], { mayReplace: true })
  }
  if (stored === undefined) await save()
  const set = async (origin: string, note: string): Promise<void> => {
    checkpoints.set(origin, note)
    await save()
  }
  return { jwk, state: { get: (origin) => checkpoints.get(origin), set } }
}

function readState(file: string): { readonly jwk: Ed25519Jwk; readonly checkpoints: readonly (readonly [string, string])[] } {
  try {
    const { key, checkpoints } = JSON.parse(readFileSync(file, 'utf8'))
    const { x, d } = key
    if (typeof x === 'string' && typeof d === 'string' && isJsonObject(checkpoints))
      return {
        jwk: { kty: 'OKP', crv: 'Ed25519', x, d },
        checkpoints: Object.entries(checkpoints).map(([origin, note]) => [origin, String(note)]),
      }
  } catch {
    // Reported below.
  }
  throw new UsageError(
    `The file ${printable(file)} is not the state of a witness. Nothing was started. Correct --state, or restore the file.`,
  )
}
