import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { importModule } from '../../../src/cli/configuration/import-module.ts'
import { prepareAgreement } from '../../../src/terms/index.ts'
import { agreement } from '../../fixtures/client.ts'
import { runLicet } from '../../fixtures/run-licet.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-prepare-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, source: string): string {
  const path = join(folder, name)
  writeFileSync(path, source)
  return path
}

it.each([
  ['default', `export default ${JSON.stringify(agreement)}`],
  ['"agreement"', `export const agreement = ${JSON.stringify(agreement)}`],
])('`licet agreement prepare` writes a module with the prepared agreement of the export %s', async (name, source) => {
  const path = write(`${name.length}.mjs`, source)
  const { code, out } = await runLicet(['agreement', 'prepare', path, '--locale', 'de', '--locale', 'en'])
  expect([code, out]).toEqual([0, expect.stringContaining('with de, en.')])
  const module = await importModule(path.replace('.mjs', '.prepared.mjs'))
  const expected = JSON.parse(JSON.stringify(await prepareAgreement(agreement, { locales: ['de', 'en'] })))
  expect(module).toMatchObject({ default: expected })
})

it('`licet agreement prepare` writes TypeScript with its type, or JSON', async () => {
  const path = write('shop.mjs', `export default ${JSON.stringify(agreement)}`)
  for (const out of ['shop.ts', 'shop.json']) await runLicet(['agreement', 'prepare', path, '--out', join(folder, out)])
  expect(readFileSync(join(folder, 'shop.ts'), 'utf8')).toContain('const agreement: PreparedAgreement = JSON.parse(')
  expect(JSON.parse(readFileSync(join(folder, 'shop.json'), 'utf8'))).toMatchObject({ prepared: 1 })
})

it('`licet agreement prepare` writes nothing without an agreement, for a wrong one, and over its source', async () => {
  const run = async (source: string, ...args: string[]) => {
    const { code, err } = await runLicet(['agreement', 'prepare', write(`x${source.length}.mjs`, source), ...args])
    return [code, err]
  }
  expect(await run('export const other = 1')).toEqual([2, expect.stringContaining('exports no agreement')])
  expect(await run('export default { company: 1 }')).toEqual([2, expect.stringContaining('company')])
  const source = 'export default {}'
  expect(await run(source, '--out', join(folder, `x${source.length}.mjs`))).toEqual([2, expect.stringContaining('itself')])
})
