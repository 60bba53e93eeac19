import { arch, cpus, platform } from 'node:os'
import { version } from 'node:process'
import { measureAccept } from './accept.ts'
import { measureSizes } from './sizes.ts'
import { measureTerms } from './terms.ts'
import { measureVisible } from './visible.ts'

/** Measures everything in one run, so that its numbers can be compared with each other; those of two machines cannot. */
export async function main(): Promise<void> {
  console.log(
    `Node ${version} on ${platform()} ${arch()}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${new Date().toISOString().slice(0, 10)}`,
  )
  await measureSizes()
  measureTerms()
  await measureVisible()
  await measureAccept()
}
