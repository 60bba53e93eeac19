import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '../../src/core/json.ts'
import { projectRoot } from './run-command.ts'
import { createLogVectors } from './vectors/create-log-vectors.ts'
import { createTimestampVectors } from './vectors/create-timestamp-vectors.ts'
import { createVectors } from './vectors/create-vectors.ts'

/**
 * Writes the test vectors for clients in other languages again, with new keys, ids and times: `npm run vectors`. They are made by the
 * program itself, and the tests check the written files with our own code, with node:crypto alone and with openssl.
 */
export async function main(): Promise<void> {
  const folder = join(projectRoot, 'docs/reference/vectors')
  mkdirSync(folder, { recursive: true })
  const vectors = await createVectors()
  const record = vectors.receipt?.record
  if (!isJsonObject(record) || typeof record.receipt !== 'string') throw new Error('The vector of a receipt has no receipt.')
  const log = await createLogVectors(record.receipt)
  const timestamps = await createTimestampVectors(record.receipt)
  for (const [name, vector] of Object.entries({ ...vectors, ...log, ...timestamps }))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(vector, null, 2)}\n`)
}
