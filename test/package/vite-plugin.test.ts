import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PreparedAgreement, prepareAgreement } from 'licet/terms'
import { licet } from 'licet/vite'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, expect, it } from 'vitest'
import { bundle } from '../support/bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-vite-'))
afterAll(() => rmSync(folder, { recursive: true }))

const CONTRACT = '# A contract\n\n| Data | Until |\n|---|---|\n| receipts | 2027 |\n'
const FACTS = {
  company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
  jurisdiction: 'Ireland',
  compensation: null,
  expiry: null,
} as const

writeFileSync(join(folder, 'contract.md'), CONTRACT)
writeFileSync(join(folder, 'facts.ts'), `export const facts: object = ${JSON.stringify(FACTS)}`)
writeFileSync(join(folder, 'shop.agreement.ts'), "import { facts } from './facts.ts'\nexport default { ...facts }")
writeFileSync(
  join(folder, 'own.agreement.ts'),
  "import terms from './contract.md?raw'\nimport { facts } from './facts.ts'\nexport default { ...facts, terms }",
)
const json = (value: unknown) => JSON.parse(JSON.stringify(value))

const PAGE = (name: string) => `
import { ConsentProvider, ConsentScreen } from 'licet'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import agreement from ${JSON.stringify(join(folder, name))}
const config = { agreement, authUrl: location.origin, provider: { id: 'p', publicKey: 'AAAA' }, origin: 'com.acme', userId: 'u' }
createRoot(document.body).render(createElement(ConsentProvider, { config }, createElement(ConsentScreen)))
`
/**
 * Words of the messages of the compiler, of the check of agreements and of the English template. The words of English (0.4 kB) are in the file
 * that the page loads, because the redline of a prepared agreement uses them.
 */
const COMPILER = ['has no value. Nothing was signed', 'is not a template', 'company.privacyUrl']

it('a page with a prepared agreement loads no compiler, check, template or Markdown parser until the terms are readable', async () => {
  const build = async (plugins: Parameters<typeof bundle>[1]) =>
    (await bundle(PAGE('shop.agreement.ts'), plugins))
      .filter(({ first }) => first)
      .map(({ code }) => code)
      .join('\n')
  const [prepared, plain] = [await build({ plugins: [licet()] }), await build({})]
  expect(COMPILER.filter((words) => !plain.includes(words))).toEqual([])
  expect(COMPILER.filter((words) => prepared.replace(/JSON\.parse\((['"`]).*?\1\)/s, '').includes(words))).toEqual([])
  expect(prepared).toContain('JSON.parse(')
  expect(prepared).not.toContain('micromark')
})

it('keeps the compiler for an app that says so', async () => {
  const chunks = await bundle(PAGE('shop.agreement.ts'), { plugins: [licet({ compiler: true })] })
  expect(chunks.map(({ code }) => code).join('\n')).toContain('is not a template')
})

it('while developing, an agreement is prepared with all its imports, and prepared again when one of them changes', async () => {
  let server: ViteDevServer | undefined
  try {
    server = await createServer({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      plugins: [licet()],
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false },
    })
    const load = async () => (await server?.ssrLoadModule('/own.agreement.ts'))?.default as PreparedAgreement
    expect(json(await load())).toEqual(json(await prepareAgreement({ ...FACTS, terms: CONTRACT })))
    const changed = CONTRACT.replace('2027', '2028')
    writeFileSync(join(folder, 'contract.md'), changed)
    await expect.poll(async () => (await load()).languages.en?.text).toBe(changed)
  } finally {
    await server?.close()
  }
})
