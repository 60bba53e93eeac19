import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { writeTimestampExtra } from '../../src/log/timestamp/timestamp-extra.ts'
import { parseTlogProof, writeTlogProof } from '../../src/log/tlog-proof.ts'
import { type ReceiptFileOptions, toReceiptFile } from '../../src/receipt/receipt-file.ts'
import { newClient } from '../fixtures/client.ts'
import { openLog, withLog } from '../fixtures/published-log.ts'
import { createTestService } from '../fixtures/test-service.ts'
import { openAuthority } from '../fixtures/timestamp-authority.ts'
import { chromiumArguments, ensureChromium } from '../support/chromium.ts'
import { projectRoot } from '../support/run-command.ts'

// The page as people get it: one file in the package, opened from the disk.
const PAGE = pathToFileURL(join(projectRoot, 'dist/verify.html')).href
const folder = mkdtempSync(join(tmpdir(), 'licet-verify-page-'))
let browser: Browser
let page: Page
let requests: string[] = []
let files: Awaited<ReturnType<typeof createFiles>>

/** The files of a license that a service stored and its log contains, and the files that the service publishes. */
async function createFiles() {
  const test = await createTestService()
  const log = await openLog({ filled: 4210, witnesses: ['witness.example'] })
  const fetch = withLog(test.fetch, test.authUrl, () => log).fetch
  // A device asks for no proof of a license that is younger than 10 s.
  const client = newClient(test, { fetch, now: () => Date.now() + 10_000 })
  const license = await client.createLicense()
  await log.add(license.receipt)
  const [keys, proof] = await Promise.all([client.getKeySet(), client.getLogProof()])
  const options: ReceiptFileOptions = { keys, log: proof, locale: 'en', messages: en, company: 'Acme' }
  const save = async (kind: 'json' | 'html', changed = options) => (await toReceiptFile(license, kind, changed)).text()
  const json = await save('json')
  const html = await save('html')
  // Without a witness, only the time stamp says when.
  const plain = await openLog({ filled: 4210 })
  await plain.add(license.receipt)
  const authority = openAuthority()
  const extra = writeTimestampExtra({
    token: Uint8Array.from(authority.stamp(plain.checkpoint)),
    size: plain.size,
    consistency: [],
  })
  const withStamp = writeTlogProof({ ...parseTlogProof(await plain.prove(license.receipt)), extra })
  const stampedOptions = { ...options, log: { proof: withStamp, keys: plain.vkeys } }
  const stamped = {
    json: await save('json', stampedOptions),
    html: await save('html', stampedOptions),
    authorities: authority.root,
  }
  authority.close()
  const logKeys = (await (await log.respond('/log/keys'))?.text()) ?? ''
  await client.close()
  await test.close()
  return { license, json, html, stamped, jwks: JSON.stringify(keys), logKeys }
}

beforeAll(async () => {
  files = await createFiles()
  browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArguments] })
})
afterEach(async () => {
  await page.close()
  requests = []
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens the page, chooses files, and returns what it shows. */
async function verify(...contents: readonly string[]) {
  page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(PAGE)
  await page.setInputFiles(
    '#files',
    contents.map((content) => toFile(content)),
  )
  await page.waitForFunction(() => document.querySelector('#result')?.childElementCount)
  expect(errors).toEqual([])
  expect(requests).toEqual([PAGE])
  return { result: await page.getAttribute('#result', 'data-result'), text: await page.innerText('#result') }
}

let written = 0

function toFile(content: string, extension = ''): string {
  const path = join(folder, `file-${++written}${extension}`)
  writeFileSync(path, content)
  return path
}

const RECORDED = /The license is recorded as entry 4,210 of the public log auth\.test\/log\/1, before .* \(witness\.example\)\./

it('proves a receipt with the published keys, and says where and before what time it is recorded', async () => {
  const { result, text } = await verify(files.json, files.jwks, files.logKeys)
  expect(text).toMatch(RECORDED)
  expect(text).toContain('The terms are, byte for byte, those that were accepted.')
  expect(text).not.toMatch(/Open|Wrong/)
  expect(result).toBe('proven')
})

it('reads a saved page without running it, and proves nothing with the keys that it contains', async () => {
  const { result, text } = await verify(files.html)
  expect(text).toMatch(RECORDED)
  expect(text).toContain('The key came with the receipt, so anyone could have made it.')
  expect(text).toContain('The keys of the log came with the receipt.')
  expect(result).toBe('consistent')
})

it('says the time of a time stamp, in the saved page as well, and proves it with the certificates of its authority', async () => {
  const proven = await verify(files.stamped.json, files.jwks, files.logKeys, files.stamped.authorities)
  expect(proven.text).toMatch(/entry 4,210 of the public log \S+, before 20\d\d-.* \(time stamp of Time stamp 1 of tests\)\./)
  expect(proven.result).toBe('proven')
  const saved = pathToFileURL(toFile(files.stamped.html, '.html')).href
  requests = []
  await page.goto(saved)
  await page.waitForSelector('[data-verdict="consistent"]')
  expect(await page.innerText('#verdict')).toMatch(
    /Recorded as entry 4,210 of the public log auth\.test\/log\/1, before .*20\d\d.* \(time stamp of Time stamp 1 of tests\)\. The certificate/,
  )
  expect(requests).toEqual([saved])
})

it('takes the files one after another, in any order', async () => {
  await verify(files.logKeys)
  await page.setInputFiles('#files', toFile(files.jwks))
  await page.setInputFiles('#files', toFile(files.json))
  await page.waitForFunction(() => document.querySelector('#result')?.getAttribute('data-result') === 'proven')
})

it.each([
  ['terms', (json: string) => json.replace('10 points', '90 points')],
  ['recipient', (json: string) => json.replaceAll('"acme.example"', '"evil.example"')],
  ['signature', (json: string) => json.replace(/("receipt": "[^"]{40})./, '$1_')],
  ['place in the log', (json: string) => json.replace('index 4210', 'index 4209')],
])('refutes a receipt with another %s', async (_, change) => {
  const changed = change(files.json)
  expect(changed).not.toBe(files.json)
  const { result, text } = await verify(changed, files.jwks, files.logKeys)
  expect([result, text]).toEqual(['refuted', expect.stringContaining('Wrong')])
})

it('says which file it cannot read, and works on a narrow screen', async () => {
  const { text } = await verify('hello')
  expect(text).toMatch(/file-\d+ is neither a receipt nor a list of keys or certificates\./)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.setInputFiles('#files', toFile(files.json))
  await page.waitForSelector('#result h2')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
