import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium, openProfile } from './browser.ts'
import { projectRoot, run } from './run-command.ts'

/** The windows in which each story is compared. */
const VIEWS = {
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const
type View = keyof typeof VIEWS

/** The fixed time of every picture, so that dates on screen are equal. */
const NOW = new Date('2027-01-02T03:04:05Z')
const ORIGIN = 'http://localhost'
/** How long a story must stay unchanged before its picture is taken. */
const SETTLE_MS = 500

/**
 * Compares the picture of every story with its picture in another commit, by default the last one.
 *
 * `npm run pictures -- v0.1.0 termsnotice` names a commit and a part of the story ids.
 * Prints the stories that differ, and writes both pictures of each to `node_modules/.cache/licet/pictures`.
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
        const [one, other] = [await takePicture(old, id), await takePicture(now, id)]
        if (one.equals(other)) continue
        changed.push(`${id} (${view})`)
        writeFileSync(join(pictures, `${id}-${view}-before.png`), one)
        writeFileSync(join(pictures, `${id}-${view}-after.png`), other)
      }
      await old.close()
      await now.close()
    }
    const added = ids.filter((id) => !known.has(id))
    for (const line of [...changed, ...added.map((id) => `${id} is new`)]) console.log(line)
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

/** Opens a profile that serves the files of a built Storybook to its pages. */
async function openStories(browser: Browser, built: string, view: View): Promise<BrowserContext> {
  const { context } = await openProfile(browser, VIEWS[view])
  await context.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: join(built, decodeURIComponent(pathname)) }).catch(() => route.abort())
  })
  await context.clock.setFixedTime(NOW)
  return context
}

/** Takes the picture of a story when its play function has ended and nothing moves. Random numbers and fingerprints are covered. */
async function takePicture(stories: BrowserContext, id: string): Promise<Buffer> {
  // One page for each story: a page keeps the databases of all its stories, which took 6 GB.
  const page = await stories.newPage()
  await page.goto(`${ORIGIN}/iframe.html?viewMode=story&id=${id}`)
  await page.waitForFunction(() => document.body.matches('.sb-show-main, .sb-show-errordisplay'))
  await page.waitForFunction(() => {
    const { __STORYBOOK_PREVIEW__: preview } = window as { __STORYBOOK_PREVIEW__?: { currentRender?: { phase?: string } } }
    return ['finished', 'errored', 'aborted'].includes(preview?.currentRender?.phase ?? '')
  })
  // Lazy chunks and responses can arrive after the play function.
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
