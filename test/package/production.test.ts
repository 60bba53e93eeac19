import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { codeBlocks } from '../support/documents.ts'
import { freePort, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { ensureProgram } from '../support/program.ts'
import { openShell, type Shell } from '../support/shell.ts'

const PAGE = 'docs/start/production.md'
const EXAMPLE_ID = '01a20737-6cce-7f0f-98ca-ef01ca0b23ec'
const EXAMPLE_USER = 'user:01a20737-6cce-7f0f-98ca-ef01ca0b23ed'

let folder = ''
let postgres: TestPostgres
let shell: Shell
/** What the page names, and what it is on this machine. Ports are free ones, and the name is this machine with a separate certificate. */
let here: (text: string) => string

beforeAll(async () => {
  ensureProgram('nginx', 'nginx')
  ensureProgram('curl', 'curl')
  folder = mkdtempSync(join(tmpdir(), 'licet-production-'))
  postgres = await startPostgres()
  const ports = new Map<string, number>()
  for (const port of ['8787', '8788', '9464', '9465', '443']) ports.set(port, await freePort())
  const { host } = new URL(postgres.url)
  const certificates = join(folder, 'certificates')
  mkdirSync(certificates)
  const replaced: readonly (readonly [string, string])[] = [
    ['npm install licet ', `npm install --no-audit --no-fund --prefer-offline --ignore-scripts ${inject('tarball')} `],
    ['sudo -u postgres psql', `psql ${postgres.url}`],
    ['127.0.0.1:5432', host],
    ['/etc/letsencrypt/live/licenses.example.com', certificates],
    ['https://licenses.example.com', `https://localhost:${ports.get('443')}`],
    ['licenses.example.com', 'localhost'],
  ]
  here = (text) =>
    replaced
      .reduce((changed, [what, by]) => changed.replaceAll(what, by), text)
      .replace(/\b(?:8787|8788|9464|9465|443)\b/g, (port) => String(ports.get(port)))
  shell = openShell(folder, {
    NODE_EXTRA_CA_CERTS: join(certificates, 'fullchain.pem'),
    CURL_CA_BUNDLE: join(certificates, 'fullchain.pem'),
  })
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  await shell.run(
    `openssl req -x509 -newkey rsa:2048 -nodes -days 2 ${subject} -keyout certificates/privkey.pem -out certificates/fullchain.pem`,
  )
})
afterAll(async () => {
  await shell?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts nginx with the configuration of the page. */
async function startProxy(): Promise<void> {
  const proxy = join(folder, 'proxy')
  mkdirSync(proxy)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(proxy, name)};`)
  const [site = ''] = codeBlocks(PAGE, 'nginx')
  writeFileSync(
    join(proxy, 'nginx.conf'),
    `daemon off; pid ${join(proxy, 'pid')}; error_log ${join(proxy, 'error.log')};\nevents {}\nhttp { access_log off; ${paths.join(' ')}\n${here(site)}}\n`,
  )
  const command = `nginx -c ${join(proxy, 'nginx.conf')} -e ${join(proxy, 'error.log')}`
  await shell.run(`${command} -t\n${command} &`)
}

it('a new operator runs two processes behind a proxy, rotates a key, ends a license and restores a backup, with the commands of the page', async () => {
  const blocks = codeBlocks(PAGE, 'sh').map(here)
  const next = (contains: string) => {
    const block = blocks.shift() ?? ''
    expect(block).toContain(contains)
    return block
  }
  await shell.run(next('npm install'))
  await shell.run(next('CREATE DATABASE licet'))
  expect(await shell.run(next('licet migrate'))).toContain('The schema was migrated')
  const [create = '', createKey = ''] = next('provider create').trim().split('\n')
  const printedBy = await shell.run(`${create}\n${createKey}`)
  const read = (name: string) => new RegExp(`${name} +(\\S+)`).exec(printedBy)?.[1] ?? ''
  writeFileSync(join(folder, 'licet/api-key'), `${read('client_secret')}\n`)
  await shell.run(next('serve --migrate check'))
  await startProxy()
  await shell.run(next('/readyz'))

  const [program = ''] = codeBlocks('docs/start/service.md', 'ts')
  const authUrl = here('https://licenses.example.com')
  writeFileSync(
    join(folder, 'licet/agree.mjs'),
    program
      .replace('http://127.0.0.1:8787', authUrl)
      .replace('paste provider.id here', read('provider.id'))
      .replace('paste provider.publicKey here', read('provider.publicKey')),
  )
  const [, id = ''] = /^(\S+) active$/m.exec(await shell.run('node agree.mjs')) ?? []
  expect(id).not.toBe('')
  const metrics = await shell.run(next('/metrics'))
  expect(metrics).toContain('route="/license/create",status="201"')
  // Both processes got requests.
  expect(new Set(metrics.match(/route="[^"]+"/g)).size).toBeGreaterThan(1)
  const [rotate = '', download = ''] = next('key rotate').trim().split('\n')
  await shell.run(rotate)
  const keys = async () => JSON.parse(/^\{"keys".*$/m.exec(await shell.run(download))?.[0] ?? '{}').keys
  await expect.poll(keys).toHaveLength(2)

  const daily = next('license list').replace(EXAMPLE_USER, read('client_id')).replace(EXAMPLE_ID, id)
  const printed = await shell.run(daily)
  expect(printed).toContain(`${id}  active`)
  expect(printed).toContain('The service signed a receipt')
  expect(readFileSync(join(folder, 'licet/licenses.csv'), 'utf8')).toContain(id)
  expect(await shell.run(next('licet backup'))).toContain('was read back completely')
  const restored = await shell.run(next('licet restore'))
  expect(restored).toContain('1 license of 1 device')
  expect(restored).toContain(`${id}  revoked`)
  expect(blocks).toEqual([])
})
