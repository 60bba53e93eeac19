import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { launchChromium, openProfile } from '../support/browser.ts'
import { projectRoot, run } from '../support/run-command.ts'
import { writeStyleSystemsReport } from '../support/style-systems-report.ts'
import { type App, installApp } from './apps/app.ts'
import { readParts } from './apps/read-parts.ts'

const { react, 'react-dom': reactDom, vite, '@vitejs/plugin-react': plugin, tailwindcss } = manifest.devDependencies
const DEPENDENCIES = {
  react,
  'react-dom': reactDom,
  vite,
  '@vitejs/plugin-react': plugin,
  tailwindcss,
  '@tailwindcss/vite': tailwindcss,
  'tw-animate-css': '1.4.0',
  bootstrap: '5.3.9',
  bulma: '1.0.4',
  '@picocss/pico': '2.1.1',
  'water.css': '2.1.1',
  'mvp.css': '1.18.0',
  'sakura.css': '1.5.1',
  '@mui/material': '9.5.0',
  '@emotion/react': '11.14.0',
  '@emotion/styled': '^11.14.0',
  '@mantine/core': '9.7.4',
  '@mantine/hooks': '9.7.4',
  '@chakra-ui/react': '3.37.0',
}
const SYSTEMS = ['tailwind', 'shadcn', 'bootstrap', 'bulma', 'mui', 'mui-layers', 'mantine', 'mantine-layers', 'chakra', 'reset']
/** Style sheets with rules for bare elements only. */
const CLASSLESS = ['pico', 'water', 'mvp', 'sakura']
/** Systems whose utilities are `!important`. */
const IMPORTANT = ['bootstrap', 'bulma']
/** What such a class for one button does to both. */
const PADDED = { paddingTop: '16px', paddingInlineStart: '16px', height: expect.any(Number) }
/** Whether the style sheet of the kit is imported before the styles of the system or after them. */
const ORDERS = ['before', 'after'] as const
/** The pictures of the last run, with a page that shows them side by side. They are compared by eye and not stored in the repository. */
const PICTURES = join(projectRoot, 'node_modules/.cache/licet/style-systems')
const ORIGIN = 'http://localhost'

let app: App
let browser: Browser
/** Each part of the kit alone, with its computed styles. */
let designed: Awaited<ReturnType<typeof readParts>>

beforeAll(async () => {
  app = await installApp('styles', DEPENDENCIES)
  browser = await launchChromium()
  rmSync(PICTURES, { recursive: true, force: true })
  mkdirSync(PICTURES, { recursive: true })
  await visit('none', 'before', async (page) => {
    designed = await readParts(page)
  })
})
afterAll(async () => {
  await browser?.close()
  app?.remove()
})

describe.each([...SYSTEMS, ...CLASSLESS])('the packed tarball in an application with %s', (system) => {
  it.each(ORDERS)('H4: looks as designed with its style sheet %s the others, and takes classes of the host', (order) =>
    visit(system, order, async (page) => {
      const { title, screen, decision, parts } = await readParts(page)
      expect(parts).toEqual(designed.parts)
      expect(decision.decline).toEqual(decision.accept)
      expect(decision.accept).toEqual({ ...designed.decision.accept, ...(IMPORTANT.includes(system) && PADDED) })
      expect([title, screen]).toEqual([{ textAlign: 'center' }, { padding: '16px' }])
    }),
  )
})

it('writes a page that shows the kit alone beside the kit in each style system', () => {
  const report = writeStyleSystemsReport(PICTURES)
  const shown = [...readFileSync(report, 'utf8').matchAll(/src="([^"]+)"/g)].map(([, src = '']) => src)
  const pictures = readdirSync(PICTURES).filter((name) => name.endsWith('.png'))
  expect(pictures.length).toBeGreaterThan(1)
  expect(new Set(shown)).toEqual(new Set(pictures))
  console.log(`Compare the pictures by eye: ${report}`)
})

/** Builds the page of a system for production, opens it, and takes its picture. */
async function visit(system: string, order: string, check: (page: Page) => Promise<void>): Promise<void> {
  const folder = `dist/${system}-${order}`
  await run('npx', ['vite', 'build', '--outDir', folder], { cwd: app.folder, env: { SYSTEM: system, ORDER: order } })
  const { context, page, problems } = await openProfile(browser, { viewport: { width: 1024, height: 900 } })
  await context.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: join(app.folder, folder, pathname === '/' ? 'index.html' : pathname) })
  })
  try {
    await page.goto(ORIGIN)
    await page.locator('[data-part="accept"]').waitFor()
    await page.screenshot({ path: join(PICTURES, `${system}-${order}.png`), fullPage: true })
    await check(page)
    expect(problems).toEqual([])
  } finally {
    await context.close()
  }
}
