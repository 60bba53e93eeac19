import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { parseVkey } from '../../../src/log/note-key.ts'
import { verifyCheckpoint } from '../../../src/log/verify-checkpoint.ts'
import { createService, type Service, type ServiceEvent, type Storage } from '../../../src/service/index.ts'
import { createNodeCrypto } from '../../../src/service/node.ts'
import { call } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { nodeLogCrypto } from '../../fixtures/log-crypto.ts'
import { readPublishedLog } from '../../fixtures/read-published-log.ts'
import { licet } from '../../fixtures/run-licet.ts'

let folder = ''
const storages: Storage[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-witness-'))
})
afterEach(async () => {
  for (const storage of storages.splice(0)) await storage.close()
  rmSync(folder, { recursive: true })
})

/** Starts `licet log witness` on a port. */
async function startWitness(vkeys: readonly string[], port = '0') {
  const stopping = new AbortController()
  const lines: string[] = []
  const logs = vkeys.flatMap((vkey) => ['--log', vkey])
  const state = ['--state', join(folder, 'witness.json')]
  const ended = run(['log', 'witness', '--name', 'witness.example', ...state, '--port', port, ...logs], {
    ...{ out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) },
    ...{ now: Date.now, env: {}, cwd: '.', signal: stopping.signal },
  })
  await expect.poll(() => lines).toHaveLength(2)
  const address = /--witness '(.+)'$/.exec(lines[1] ?? '')?.[1] ?? ''
  const stop = async () => {
    stopping.abort()
    expect(await ended).toBe(0)
  }
  return { address, port: new URL(address).port, stop }
}

async function openService(witnesses: readonly string[], events: ServiceEvent[] = [], storage?: Storage) {
  const opened = storage ?? (await openEmbeddedStorage())
  if (storage === undefined) storages.push(opened)
  const onEvent = (event: ServiceEvent) => void events.push(event)
  const service = await createService({
    authUrl: 'https://auth.example.com',
    storage: opened,
    crypto: createNodeCrypto(),
    witnesses,
    onEvent,
  })
  return { service, storage: opened }
}

async function addEntries(service: Service, storage: Storage, name: string): Promise<void> {
  await storage.query(
    `INSERT INTO licet.log_pending (kind, hash, at, license_id)
     SELECT 'license', sha256(($1::text || n)::bytea), n, gen_random_uuid() FROM generate_series(1, 300) AS g (n)`,
    [name],
  )
  await service.appendLog()
}

async function witnessesOf(service: Service): Promise<readonly string[]> {
  const { keys, witnesses } = (await call(service, '/log/keys')).body
  const vkeys: string[] = [...keys, ...witnesses].map(({ vkey }) => vkey)
  const known = await Promise.all(vkeys.map((vkey) => parseVkey(vkey, nodeLogCrypto.sha256)))
  const { note } = await readPublishedLog(service)
  return (await verifyCheckpoint(note, known, nodeLogCrypto)).witnessedBy.map(({ key }) => key.name)
}

test('a witness cosigns each checkpoint, its absence delays nothing, and it continues after a restart', async () => {
  const { service: first, storage } = await openService([])
  await addEntries(first, storage, 'a')
  const vkeys = (await call(first, '/log/keys')).body.keys.map(({ vkey }: { vkey: string }) => vkey)
  const witness = await startWitness(vkeys)
  const events: ServiceEvent[] = []
  const { service } = await openService([witness.address], events, storage)
  await addEntries(service, storage, 'b')
  expect(await witnessesOf(service)).toEqual(['witness.example'])
  await addEntries(service, storage, 'c')
  expect([await witnessesOf(service), events]).toEqual([['witness.example'], []])

  await witness.stop()
  for (const name of ['d', 'e']) await addEntries(service, storage, name)
  expect([(await readPublishedLog(service)).size, await witnessesOf(service)]).toEqual([1500, []])
  expect(events).toEqual([
    { type: 'witness_failing', witness: 'witness.example', reason: expect.stringContaining('does not respond') },
  ])
  const again = await startWitness(vkeys, witness.port)
  expect(again.address).toBe(witness.address)
  // As if the response to its last cosignature had been lost.
  await storage.query('UPDATE licet.log_witnesses SET size = 0')
  await addEntries(service, storage, 'f')
  expect([await witnessesOf(service), events[1]]).toEqual([
    ['witness.example'],
    { type: 'witness_recovered', witness: 'witness.example' },
  ])
  expect((await call(service, '/log/keys')).body.witnesses).toHaveLength(1)
  await again.stop()
})

test('a witness refuses a second history of the same log, and a log that it does not know', async () => {
  const { service, storage } = await openService([])
  await addEntries(service, storage, 'a')
  const vkeys = (await call(service, '/log/keys')).body.keys.map(({ vkey }: { vkey: string }) => vkey)
  const witness = await startWitness(vkeys)
  const cosigned = await openService([witness.address], [], storage)
  await addEntries(cosigned.service, storage, 'b')
  expect(await witnessesOf(service)).toEqual(['witness.example'])

  // The operator rewrites the log, with the same key.
  const fork = await openService([])
  for (const { public_key, private_jwk, created } of await storage.query<Record<string, string>>('SELECT * FROM licet.log_keys'))
    await fork.storage.query('INSERT INTO licet.log_keys (public_key, private_jwk, created) VALUES ($1, $2, $3)', [
      ...[String(public_key), String(private_jwk), new Date(Number(created)).toISOString()],
    ])
  for (const name of ['other', 'history']) await addEntries(fork.service, fork.storage, name)
  const forked: ServiceEvent[] = []
  const publishing = await openService([witness.address], forked, fork.storage)
  await addEntries(publishing.service, fork.storage, 'of the log')
  expect(forked).toEqual([
    { type: 'witness_failing', witness: 'witness.example', reason: expect.stringContaining('answered with 422') },
  ])
  expect(await witnessesOf(fork.service)).toEqual([])

  const unknown: ServiceEvent[] = []
  const other = await openService([witness.address], unknown)
  await addEntries(other.service, other.storage, 'a')
  expect(unknown).toEqual([
    { type: 'witness_failing', witness: 'witness.example', reason: expect.stringContaining('answered with 403') },
  ])
  await witness.stop()
})

test('a witness that is not an address with a key, and a file that is not its state, are refused', async () => {
  for (const wrong of [
    'https://w.example',
    'https://w.example/#w',
    'w.example+0a1b2c3d+BAAA',
    'ftp://w.example/#w.example+0a1b2c3d+BAAA',
  ])
    await expect(openService([wrong])).rejects.toMatchObject({ code: 'invalid_configuration', field: 'witnesses' })
  const refused = await licet('log', 'witness', '--name', 'w', '--state', 'package.json', '--log', 'nothing')
  expect(refused.code).toBe(2)
})
