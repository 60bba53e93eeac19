import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../run-command.ts'

/** Returns the integrity of `licet/browser` as it is built: SHA-384, as Subresource Integrity writes it. */
export function integrityOfBrowserFile(): string {
  const file = readFileSync(join(projectRoot, 'dist/client/browser.js'))
  return `sha384-${createHash('sha384').update(file).digest('base64')}`
}

/** Returns a page with the current integrity. */
export function withIntegrity(page: string): string {
  return page.replace(/sha384-[\w+/=]+/g, integrityOfBrowserFile)
}
