import { createServer } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/browser.ts'
import { buildForProduction } from '../support/bundle.ts'
import { projectRoot } from '../support/run-command.ts'
import { median, p90, printTable } from './table.ts'

const ROUNDS = 15
const SLOWDOWNS = [1, 4]

/** The pages that are compared, with what must be on screen for a page to count as readable. */
const PAGES = { plain: '[data-visible]', kit: '[data-part="terms"] p' } as const
type PageName = keyof typeof PAGES

/** Time from navigation to terms that can be read, beside plain React with a hand-written banner; interleaved, in one browser. */
export async function measureVisible(): Promise<void> {
  const files = new Map<string, { readonly type: string; readonly body: string | Uint8Array }>()
  for (const name of Object.keys(PAGES) as PageName[]) for (const [path, file] of await buildPage(name)) files.set(path, file)
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  const browser = await launchChromium()
  try {
    const rows: (string | number)[][] = []
    for (const slowdown of SLOWDOWNS) {
      const times: Record<PageName, number[]> = { plain: [], kit: [] }
      for (let round = 0; round <= ROUNDS; round++) {
        for (const name of Object.keys(PAGES) as PageName[]) {
          const time = await timeOnce(browser, `http://127.0.0.1:${address.port}/${name}/`, PAGES[name], slowdown)
          // The first round warms the browser and is not counted.
          if (round > 0) times[name].push(time)
        }
      }
      const base = median(times.plain)
      for (const name of Object.keys(PAGES) as PageName[]) {
        const middle = median(times[name])
        rows.push([`${name}, ${slowdown}×`, middle.toFixed(0), p90(times[name]).toFixed(0), (middle - base).toFixed(0)])
      }
    }
    printTable(`From navigation to readable, ms, ${ROUNDS} rounds each`, ['page', 'median', 'p90', 'over plain React'], rows)
  } finally {
    await browser.close()
    server.close()
  }
}

async function timeOnce(browser: Browser, url: string, selector: string, slowdown: number): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // Painted, not only in the document: the second frame after it came.
  await page.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector(wanted) === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { readableAt: performance.now() })))
    }
    look()
  }, selector)
  await page.goto(url)
  const handle = await page.waitForFunction(() => ('readableAt' in window ? Number(window.readableAt) : undefined))
  const time = (await handle.jsonValue()) ?? Number.NaN
  await context.close()
  return time
}

async function buildPage(name: PageName): Promise<Map<string, { type: string; body: string | Uint8Array }>> {
  const entry = join(projectRoot, 'test/bench/pages', `${name}.tsx`)
  const result = await buildForProduction({
    configFile: false,
    root: projectRoot,
    base: `/${name}/`,
    logLevel: 'silent',
    publicDir: false,
    plugins: [react()],
    build: { write: false, target: 'es2022', reportCompressedSize: false, rolldownOptions: { input: entry } },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((part) => ('output' in part ? part.output : []))
  const files = new Map<string, { type: string; body: string | Uint8Array }>()
  const tags: string[] = []
  for (const output of outputs) {
    const path = `/${name}/${output.fileName}`
    if (output.type === 'chunk') {
      files.set(path, { type: 'text/javascript', body: output.code })
      if (output.isEntry) tags.push(`<script type="module" src="${path}"></script>`)
    } else {
      files.set(path, { type: output.fileName.endsWith('.css') ? 'text/css' : 'application/octet-stream', body: output.source })
      if (output.fileName.endsWith('.css')) tags.push(`<link rel="stylesheet" href="${path}">`)
    }
  }
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>${tags.join('')}<body><div id="root"></div></body></html>`
  files.set(`/${name}/`, { type: 'text/html', body: html })
  return files
}
