import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureSnapshot } from './snapshot.ts'
import { SNAPSHOT, WORKSHOP_DATABASE } from './snapshot-path.ts'

/** Writes the files of an empty database for Storybook, compressed. A page that creates its database takes several times as long. */
export async function main(): Promise<void> {
  await ensureSnapshot()
  mkdirSync(dirname(WORKSHOP_DATABASE), { recursive: true })
  writeFileSync(WORKSHOP_DATABASE, gzipSync(readFileSync(SNAPSHOT)))
}
