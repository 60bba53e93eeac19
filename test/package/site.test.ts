import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, openProfile } from '../support/browser.ts'
import { type FileServer, serveFiles } from '../support/file-server.ts'
import { projectRoot } from '../support/run-command.ts'
import { buildSite, DOCS_VERSION } from '../support/site/build-site.ts'
import type { RenderedPage } from '../support/site/render-page.ts'
import { createSearch } from '../support/site/search.ts'

const site = join(projectRoot, 'node_modules/.cache/licet/site-test')
const folder = join(site, DOCS_VERSION)
let pages: readonly RenderedPage[] = []

const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

beforeAll(async () => {
  rmSync(site, { recursive: true, force: true })
  // As if the docs of an earlier version were built into the same folder before.
  mkdirSync(join(site, '0.0'), { recursive: true })
  pages = await buildSite(site)
})

it('every link, picture and anchor of the site leads to a file and an id that exist', () => {
  const ids = new Map(pages.map(({ path }) => [path, new Set(attributes(read(path), 'id'))]))
  const missing = pages.flatMap(({ path }) => {
    const html = read(path)
    return [...attributes(html, 'href'), ...attributes(html, 'src')]
      .filter((link) => {
        if (/^[a-z]+:/.test(link) || link.includes('workshop/')) return false
        const [file = '', id] = link.split('#')
        const target = file === '' ? path : posix.join(posix.dirname(path), file)
        return !existsSync(join(folder, target)) || (id !== undefined && !ids.get(target)?.has(id))
      })
      .map((link) => `${path}: ${link}`)
  })
  expect(missing).toEqual([])
})

it('every link of the Markdown pages and of llms.txt leads to a file', () => {
  const files = [...pages.map(({ path }) => path.replace(/html$/, 'md')), 'llms.txt']
  const missing = files.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)]
      .map(([, link = '']) => link)
      // Files of the repository are on GitHub only.
      .filter((link) => !/^[a-z]+:|\.\.\/(src|test|\.github)\/|^decisions$/.test(link))
      .filter((link) => !existsSync(join(folder, posix.dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  )
  expect(missing).toEqual([])
})

it('lists each page once in the sidebar, in llms.txt and in llms-full.txt', () => {
  const sidebar = /<nav id="pages"[\s\S]*?<\/nav>/.exec(read('index.html'))?.[0] ?? ''
  expect(attributes(sidebar, 'href').sort()).toEqual([...pages.map(({ path }) => path), 'verify.html'].sort())
  const markdown = pages.map(({ path }) => path.replace(/html$/, 'md')).sort()
  const listed = (text: string) => [...text.matchAll(/^- \[.*?\]\(([^)]+)\)/gm)].map(([, path = '']) => path).sort()
  expect(listed(read('llms.txt'))).toEqual(markdown)
  expect(listed(readFileSync(join(site, 'llms.txt'), 'utf8'))).toEqual(markdown.map((path) => `${DOCS_VERSION}/${path}`))
  expect([...read('llms-full.txt').matchAll(/^<!-- (\S+\.md) -->$/gm)].map(([, path = '']) => path).sort()).toEqual(markdown)
})

it('finds a page by its words, by the start of a word and with a typing error', () => {
  const search = createSearch(JSON.parse(read('search.json')))
  const firstOf = (query: string) => search(query)[0]?.address.split('#')[0]
  expect(firstOf('back up')).toBe('guides/backup.html')
  expect(firstOf('haprox')).toBe('guides/deploy.html')
  expect(firstOf('webhoks')).toBe('guides/webhooks.html')
  expect(search('xyzzy')).toEqual([])
})

it('keeps the docs of other versions, and the first page leads to the newest', () => {
  expect(JSON.parse(readFileSync(join(site, 'versions.json'), 'utf8'))).toEqual([DOCS_VERSION, '0.0'])
  expect(readFileSync(join(site, 'index.html'), 'utf8')).toContain(`url=${DOCS_VERSION}/"`)
})

describe('in a browser', () => {
  let server: FileServer
  let browser: Browser

  beforeAll(async () => {
    server = await serveFiles(site, '/docs/')
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  it('searches, keeps the chosen colors, changes the version and opens the list of pages on a phone', async () => {
    const { page, problems, close } = await openProfile(browser, { viewport: { width: 390, height: 844 } })
    await page.goto(`${server.url}${DOCS_VERSION}/reference/cli.html`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Pages' }).click()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'The protocol' }).waitFor()
    await page.getByLabel('Colors').selectOption('dark')
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill('erase a person')
    await page.getByRole('link', { name: /^GDPR and erasure: Erase a person/ }).click()
    await page.getByRole('heading', { name: 'Erase a person' }).waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
    const versions = page.getByLabel('Version').getByRole('option')
    await versions.filter({ hasText: '0.0' }).waitFor({ state: 'attached' })
    expect(await versions.allTextContents()).toEqual([DOCS_VERSION, '0.0'])
    expect(problems).toEqual([])
    await close()
  })
})
