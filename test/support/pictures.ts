import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium, openProfile } from './browser.ts'
import { projectRoot, run } from './run-command.ts'

/** What every story is looked at in. */
const VIEWS = {
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const
type View = keyof typeof VIEWS

/** Dates on screen are those of this moment, in every picture. */
const NOW = new Date('2027-01-02T03:04:05Z')
const ORIGIN = 'http://localhost'
/** How long a picture has to stay as it is. */
const SETTLE_MS = 500

/**
 * Compares the picture of every story with that of the same story in another commit: `npm run pictures`, or
 * `npm run pictures -- v0.1.0 termsnotice` for another commit than the last and for the stories with that in their id.
 *
 * Tells which differ, and leaves both pictures of each in `node_modules/.cache/licet/pictures`. A change that nobody meant is a fault.
 */
export async function main(): Promise<void> {
  const [commit = 'HEAD~1', wanted = ''] = process.argv.slice(3)
  const pictures = join(projectRoot, 'node_modules/.cache/licet/pictures')
  rmSync(pictures, { recursive: true, force: true })
  mkdirSync(pictures, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'licet-pictures-'))
  const [source, before, after] = ['source', 'before', 'after'].map((name) => join(folder, name)) as [string, string, string]
  const browser = await launchChromium()
  try {
    await run('git', ['worktree', 'add', '--detach', source, commit])
    symlinkSync(join(projectRoot, 'node_modules'), join(source, 'node_modules'))
    await buildStorybook(source, before)
    await buildStorybook(projectRoot, after)
    const ids = listStories(after).filter((id) => id.includes(wanted))
    const known = new Set(listStories(before))
    const changed: string[] = []
    for (const view of Object.keys(VIEWS) as View[]) {
      const old = await openStories(browser, before, view)
      const now = await openStories(browser, after, view)
      for (const id of ids) {
        if (!known.has(id)) continue
        const [one, other] = [await shoot(old, id), await shoot(now, id)]
        if (one.equals(other)) continue
        changed.push(`${id} (${view})`)
        writeFileSync(join(pictures, `${id}-${view}-before.png`), one)
        writeFileSync(join(pictures, `${id}-${view}-after.png`), other)
      }
      await old.close()
      await now.close()
    }
    const added = ids.filter((id) => !known.has(id))
    for (const told of [...changed, ...added.map((id) => `${id} is new`)]) console.log(told)
    console.log(`${changed.length} pictures differ from ${commit}, of ${ids.length} stories; see ${pictures}`)
  } finally {
    await browser.close()
    await run('git', ['worktree', 'remove', '--force', source]).catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildStorybook(source: string, output: string): Promise<string> {
  const options = ['build', '--config-dir', 'stories/.storybook', '--output-dir', output, '--quiet']
  return run('npx', ['storybook', ...options], { cwd: source })
}

function listStories(built: string): string[] {
  const { entries }: { entries: Record<string, { id: string; type: string }> } = JSON.parse(
    readFileSync(join(built, 'index.json'), 'utf8'),
  )
  return Object.values(entries).flatMap(({ id, type }) => (type === 'story' ? [id] : []))
}

/** Opens a profile whose pages have the files of a built Storybook for their server. */
async function openStories(browser: Browser, built: string, view: View): Promise<BrowserContext> {
  const { context } = await openProfile(browser, VIEWS[view])
  await context.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: join(built, decodeURIComponent(pathname)) }).catch(() => route.abort())
  })
  await context.clock.setFixedTime(NOW)
  return context
}

/** Takes the picture of a story once it has been played to its end and stands still. What is random in it, numbers and fingerprints, is covered. */
async function shoot(stories: BrowserContext, id: string): Promise<Buffer> {
  // A page of its own: each story has the service's database, and one page for all of them came to 6 GB.
  const page = await stories.newPage()
  await page.goto(`${ORIGIN}/iframe.html?viewMode=story&id=${id}`)
  await page.waitForFunction(() => document.body.matches('.sb-show-main, .sb-show-errordisplay'))
  await page.waitForFunction(() => {
    const { __STORYBOOK_PREVIEW__: preview } = window as { __STORYBOOK_PREVIEW__?: { currentRender?: { phase?: string } } }
    return ['finished', 'errored', 'aborted'].includes(preview?.currentRender?.phase ?? '')
  })
  // What is loaded late, or drawn after an answer, comes after the play.
  const take = () => page.screenshot({ fullPage: true, animations: 'disabled', mask: [page.locator('code')] })
  let next = await take()
  for (let last: Buffer | undefined; last === undefined || !next.equals(last); ) {
    await page.waitForTimeout(SETTLE_MS)
    last = next
    next = await take()
  }
  await page.close()
  return next
}
