import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { FRAMEWORKS, toVariables } from '../../../src/cli/commands/dev/frameworks.ts'
import { readApp } from '../../../src/cli/commands/dev/read-app.ts'
import { codeBlocks } from '../../support/documents.ts'

const values = { authUrl: 'http://127.0.0.1:8787', provider: { id: 'an-id', publicKey: 'a-key' } }
const folder = mkdtempSync(join(tmpdir(), 'licet-frameworks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the README shows the lines that `licet dev` prints for Vite', () => {
  const vite = FRAMEWORKS.find(({ name }) => name === 'Vite')
  expect(codeBlocks('README.md', 'tsx')[0]?.trim().split('\n')).toEqual(vite?.example(values)['src/App.tsx'])
})

test.each([
  [{ dependencies: { next: '16', vite: '8' } }, 'Next.js', 'NEXT_PUBLIC_', 'app/consent-config.ts,app/page.tsx'],
  [{ devDependencies: { vite: '8' } }, 'Vite', 'VITE_', 'src/App.tsx'],
  [{ devDependencies: { '@react-router/dev': '7', vite: '8' } }, 'React Router', 'VITE_', 'app/routes/home.tsx'],
  [{ dependencies: { '@tanstack/react-start': '1', vite: '8' } }, 'TanStack Start', 'VITE_', 'src/routes/index.tsx'],
  [{ dependencies: { astro: '6' } }, 'Astro', 'PUBLIC_', 'src/components/Consent.tsx'],
  [{ dependencies: { react: '19' } }, 'React', undefined, 'first component'],
])('finds the framework in %j, and has a few lines for each file that read its variables', async (manifest, name, prefix, file) => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const { framework } = await readApp(folder)
  expect(framework).toMatchObject({ name, ...(prefix !== undefined && { prefix }) })
  const files = framework.example(values)
  expect(Object.keys(files).join()).toContain(file)
  for (const each of Object.values(files)) expect(each.length).toBeLessThanOrEqual(18)
  const lines = Object.values(files).flat()
  const expected = prefix === undefined ? ["'http://127.0.0.1:8787'", "'an-id'", "'a-key'"] : toVariables(prefix, values).keys()
  for (const text of expected) expect(lines.join('\n')).toContain(text)
})
