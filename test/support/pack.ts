import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { run } from './run-command.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the package as `npm publish` sends it. */
    tarball: string
  }
}

/** Packs `dist` once for all package tests. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-pack-'))
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
  const [name] = readdirSync(folder)
  if (name === undefined)
    throw new Error('`npm pack` wrote no file, so the package was not tested. Run `npm run build` and `npm pack`.')
  project.provide('tarball', join(folder, name))
  return () => rmSync(folder, { recursive: true, force: true })
}
