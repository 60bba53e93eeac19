import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSENT_STATES } from '../../src/core/consent-states.ts'
import { launchChromium, openProfile, type Profile } from '../support/browser.ts'
import { casesOf } from '../support/counts.ts'
import { documents } from '../support/documents.ts'
import { type FileServer, serveFiles } from '../support/file-server.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { projectRoot, run } from '../support/run-command.ts'
import { makeConsentScreen } from './make-consent-screen.ts'
import { CHANGED_CONTROLS, controlsFor, publicComponents } from './story-controls.ts'
import { SURFACES } from './story-surfaces.ts'
import { TOOLBAR_VALUES } from './toolbar-values.ts'

/** Stories without states of the consent flow: components, and groups about the looks of a screen. */
const PARTS = [
  ...['Decision', 'LicenseReceipt', 'LicenseSummary', 'PurposeList', 'StatusMessage', 'TermsDiff', 'TermsDocument'],
  ...['ConsentProvider', 'LiveRegion', 'useSuspenseTerms'],
  ...['ConsentScreen/Languages', 'ConsentScreen/Layouts', 'ConsentScreen/Pictures'],
]
/** The most that a page of the workshop loads, compressed: see `docs/explanation/bench.md`. */
const MOST_BYTES = 1_900_000
/** The last part of each address at which the workshop may be hosted. */
const PATH = '/team/workshop/'

/** Buttons of the toolbar that set no value of a story. */
const STORYBOOK_BUTTONS = ['Reload story', 'Vision filter', 'Open in isolation mode', 'Change zoom level', 'Enter full screen']

const built = join(projectRoot, 'node_modules/.cache/licet/storybook')
let entries: readonly { readonly id: string; readonly title: string; readonly name: string; readonly type: string }[] = []

beforeAll(async () => {
  await run('npm', ['run', '--silent', 'storybook:build'])
  entries = Object.values(JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')).entries)
})

it('begins the sidebar with the welcome page', () => {
  expect(entries[0]).toMatchObject({ title: 'Welcome', type: 'docs' })
})

it('leads each group of stories with a state that shows the component', () => {
  const stories = entries.filter(({ type, title }) => type === 'story' && title.startsWith('Components/'))
  const first = [...new Map(stories.toReversed().map((story) => [story.title, story.name])).values()]
  expect(first).not.toContain('Checking')
})

it('lists every surface of Storybook in the table', () => {
  const titles = new Set(entries.filter(({ type }) => type === 'story').map(({ title }) => title))
  const surfaces = [...titles].filter(
    (title) => title.startsWith('Components/') && !PARTS.includes(title.slice('Components/'.length)),
  )
  expect(surfaces.sort()).toEqual(Object.keys(SURFACES).sort())
})

// The components were those that have stories, so a component without one had no page either.
it('has stories, a docs page and a page of states for every exported component', () => {
  const components = publicComponents().map(({ name }) => name)
  const titles = entries.filter(({ type }) => type === 'story').map(({ title }) => title)
  const hasStory = (name: string) => titles.some((title) => `${title}/`.startsWith(`Components/${name}/`))
  expect(components.filter((name) => !hasStory(name))).toEqual([])
  const pages = entries.filter(({ type }) => type === 'docs').map(({ title, name }) => `${title}/${name}`.replace(/\/Docs$/, ''))
  const wanted = components.flatMap((name) => [`Components/${name}`, `Components/${name}/States`])
  expect(wanted.filter((page) => !pages.includes(page) && !pages.includes(`${page}/Docs`))).toEqual([])
})

// A story with a state in its name ends in that state. The setup of Storybook checks this.
it.each(Object.entries(SURFACES))('%s has a story for every state that it can show', (title, impossible) => {
  const stories = entries.filter((entry) => entry.type === 'story' && entry.title === title)
  const shown = CONSENT_STATES.filter((state) => stories.some(({ id }) => id.endsWith(`--${state}`)))
  const excluded = impossible.flatMap(({ states }) => states)
  expect(shown).toEqual(CONSENT_STATES.filter((state) => !excluded.includes(state)))
})

it('has every story that a page of the docs runs', () => {
  const named = documents().flatMap((name) => [
    ...readFileSync(join(projectRoot, name), 'utf8').matchAll(/^<!-- story: ([\w-]+) -->$/gm),
  ])
  expect(named.length).toBeGreaterThan(5)
  expect(named.map(([, id]) => id).filter((id) => !entries.some((entry) => entry.id === id))).toEqual([])
})

describe('on a plain file server, under a path', () => {
  let server: FileServer
  let profile: Profile
  let close = async () => {}

  beforeAll(async () => {
    server = await serveFiles(built, PATH)
    const browser = await launchChromium()
    profile = await openProfile(browser)
    close = async () => {
      await browser.close()
      await server.close()
    }
  })
  afterAll(() => close())

  const open = (address: string): Promise<unknown> => profile.page.goto(`${server.url}${address}`)
  const openStory = async (id: string): Promise<Page> => {
    await open(`iframe.html?viewMode=story&id=${id}`)
    await profile.page.locator(`html[data-story-ready="${id}"]`).waitFor({ state: 'attached' })
    return profile.page
  }

  it('opens on the welcome page, which loads no database and asks no other origin', async () => {
    await open('')
    const page = profile.page.frameLocator('#storybook-preview-iframe')
    await page.getByRole('heading', { name: 'Make the consent screen your own' }).waitFor()
    await page.locator('.wb-phone [data-part="screen-title"]').first().waitFor()
    const tasks = await page.locator('.wb-tasks > li > h2').allTextContents()
    expect(tasks).toEqual(['See it', 'Theme it', 'Word it', 'Hand it over'])
    expect(server.missing).toEqual([])
    expect(server.served.filter((path) => path.includes('pglite'))).toEqual([])
    expect(compressedBytes(server.served)).toBeLessThan(MOST_BYTES)
    expect(originsOf(profile.requests)).toEqual([new URL(server.url).origin])
  })

  // Regression: a page moved 2.3 MB. Storybook does not minify its own frame, and a story in a docs page was checked by axe for nobody.
  it('loads a docs page with its stories without axe', async () => {
    const before = server.served.length
    await open('?path=/docs/components-decision--docs')
    const page = profile.page.frameLocator('#storybook-preview-iframe')
    await page.frameLocator('iframe').first().locator('html[data-story-ready]').waitFor({ state: 'attached', timeout: 60_000 })
    const served = server.served.slice(before)
    expect(served.filter((path) => /\baxe-/.test(path))).toEqual([])
    expect(compressedBytes(served)).toBeLessThan(MOST_BYTES)
  })

  // Regression: the page created a database, which took several times as long as the rest of the story.
  it('creates a license without a license service, in a database that was made before', async () => {
    const page = await openStory('components-consentscreen-page--licensed')
    await page.getByRole('heading', { name: 'Bramble Market has your permission' }).waitFor()
    expect(server.served.filter((path) => path.endsWith('pglite-database.bin'))).toHaveLength(1)
    expect(originsOf(profile.requests)).toEqual([new URL(server.url).origin])
  })

  // Regression: a production build has no devtools, so their stories showed none.
  it('shows the devtools in their stories', async () => {
    const page = await openStory('devtools--now')
    await page.locator('licet-devtools').getByRole('tab', { name: 'Now', selected: true }).waitFor()
  })

  // Regression: Storybook draws the focus of the preview with an empty layer above it. The choices were then reported as covered, and Agree refused.
  it('lets a person agree inside of the window of Storybook', async () => {
    await open('?path=/story/components-consentscreen-page--ready')
    const story = profile.page.frameLocator('#storybook-preview-iframe')
    await story.locator('html[data-story-ready]').waitFor({ state: 'attached' })
    // While Storybook shows that it loads, it does cover the story.
    const agree = story.getByRole('button', { name: 'Agree', exact: true })
    const press = () => agree.click({ timeout: 1000 }).catch(() => undefined)
    const licensed = story.locator('[data-stage-state="licensed"]')
    await expect.poll(() => press().then(() => licensed.count()), { interval: 1000, timeout: 90_000 }).toBe(1)
  })

  it('goes through a journey in the window of Storybook, whose steps wait for what they name', async () => {
    await open('?path=/story/workshop-journeys--accept')
    const story = profile.page.frameLocator('#storybook-preview-iframe')
    await story.locator('html[data-story-ready="workshop-journeys--accept"]').waitFor({ state: 'attached', timeout: 60_000 })
    await story.getByRole('heading', { name: 'Bramble Market has your permission' }).waitFor()
  })

  it.each(casesOf(['decision', 'consentbutton', 'licensesummary'], (name) => name === 'decision'))(
    'shows the accessibility tree of %s as Chromium reports it, and its parts with their tokens',
    async (name) => {
      await open(`iframe.html?viewMode=docs&id=components-${name}--docs`)
      const tree = profile.page.locator('pre[data-tree]')
      // The docs page renders again while its stories load, which replaces the element.
      const scroll = () =>
        tree.scrollIntoViewIfNeeded().then(
          () => true,
          () => false,
        )
      await expect.poll(scroll, { timeout: 20_000 }).toBe(true)
      const id = (await tree.getAttribute('data-tree')) ?? ''
      await expect.poll(() => tree.textContent(), { timeout: 60_000 }).not.toMatch(/^Reading the live story/)
      const shown = await tree.textContent()
      await profile.page.locator('.wb-anatomy').scrollIntoViewIfNeeded()
      await profile.page.locator('.wb-anatomy td:nth-child(2) code').first().waitFor()
      await profile.page.locator('.wb-anatomy td:nth-child(3) code').first().waitFor()
      const story = await openStory(id)
      const reported = await story.locator('#storybook-root').ariaSnapshot()
      expect(namedRoles(shown ?? '')).toEqual(namedRoles(reported))
    },
  )

  // A control was looked up by a name that the build removes. A notice offered surfaces of a screen, and a switch was JSON.
  it('has the control for every prop of every component that its type needs', async () => {
    const page = await openStory('components-decision--open')
    const stories = entries.filter(({ type, title }) => type === 'story' && title.startsWith('Components/'))
    const shown = await page.evaluate(
      async (ids) => {
        const { __STORYBOOK_PREVIEW__: preview } = window as unknown as { __STORYBOOK_PREVIEW__: Preview }
        const loaded = await Promise.all(ids.map((storyId) => preview.loadStory({ storyId })))
        return loaded.map(({ id, argTypes }) => {
          const controls = Object.entries(argTypes).map(([name, { control, options = [] }]) => {
            const type = control?.disable === true ? 'none' : (control?.type ?? 'none')
            return [name, { type, options: options.map(String) }] as const
          })
          return [id, Object.fromEntries(controls)] as const
        })
      },
      stories.map(({ id }) => id),
    )
    const shownOf = new Map(shown)
    for (const component of publicComponents()) {
      const own = stories.filter(({ title }) => title.split('/')[1] === component.name)
      const wanted = controlsFor(component)
      const none = Object.fromEntries(Object.keys(wanted).map((name) => [name, { type: 'none', options: [] }]))
      for (const { id } of own) expect({ ...none, ...shownOf.get(id) }, id).toMatchObject(wanted)
    }
    expect(shownOf.get('components-consentscreen-layouts--split')?.layout).toEqual({
      type: 'select',
      options: ['column', 'split', 'stepper'],
    })
  })

  it.each(casesOf(CHANGED_CONTROLS, ({ story }) => /layouts|termsnotice|termscheckbox/.test(story)))(
    'changes $story when its control $control is set in the panel',
    async ({ story, control, value, shows }) => {
      await open(`?path=/story/components-${story}`)
      const { page } = profile
      const preview = page.frameLocator('#storybook-preview-iframe')
      await preview.locator(`html[data-story-ready="components-${story}"]`).waitFor({ state: 'attached' })
      expect(await preview.locator(shows).count()).toBe(0)
      const field = page.locator(`#control-${control}`)
      const set = page.locator(`#set-${control}`)
      await field.or(set).waitFor()
      if (await set.isVisible()) await set.click()
      // A new switch is off.
      if (value === true) await page.locator(`label[for="control-${control}"]`).click()
      else if (await field.evaluate(({ tagName }) => tagName === 'SELECT')) await field.selectOption(value)
      else await field.fill(value)
      await preview.locator(shows).first().waitFor({ state: 'attached' })
    },
  )

  // The reward was English in a Spanish screen.
  it('shows the reward, the law and the explanations of a Spanish story in Spanish', async () => {
    await open('iframe.html?viewMode=story&id=components-consentscreen-page--ready&globals=locale:es')
    await profile.page.locator('[data-line="reward"]', { hasText: '100 puntos por cada recibo' }).waitFor()
    const text = await profile.page.locator('[data-part="screen"]').innerText()
    expect(text).toContain('muestra ofertas')
    expect(text).not.toMatch(/points|Ireland|shows offers/)
  })

  // Each picture was a page of Storybook, which loaded again after scrolling back.
  it('runs a story once for its pictures in both schemes and two widths', async () => {
    const before = profile.requests.length
    await open('iframe.html?viewMode=docs&id=components-decision--states')
    const row = profile.page.locator('.wb-matrix tbody tr').first()
    await expect.poll(() => row.locator('iframe').count(), { timeout: 20_000 }).toBe(4)
    const looks = row.locator('iframe').evaluateAll((frames) =>
      frames.map((frame) => {
        const page = (frame as HTMLIFrameElement).contentDocument
        const accept = page?.querySelector('[data-part="accept"]')
        return `${page?.documentElement.clientWidth} ${accept && getComputedStyle(accept).colorScheme}`
      }),
    )
    const widths = ['390', '1280']
    expect(await looks).toEqual(widths.flatMap((width) => [`${width} light`, `${width} dark`]))
    const rows = await profile.page.locator('.wb-matrix tbody tr').count()
    const runs = profile.requests.slice(before).filter((request) => request.includes('iframe.html?id=components-decision--'))
    expect(new Set(runs).size).toBe(runs.length)
    expect(runs.length).toBeLessThanOrEqual(rows)
  })

  it('shows the whole toolbar in a window of 768 px', async () => {
    await profile.page.setViewportSize({ width: 768, height: 800 })
    await open('?path=/story/components-decision--open')
    const toolbar = profile.page.getByTestId('sb-preview-toolbar')
    await toolbar.getByRole('button', { name: /Company/ }).waitFor()
    const { content, room } = await toolbar.evaluate(({ scrollWidth, clientWidth }) => ({
      content: scrollWidth,
      room: clientWidth,
    }))
    expect(content).toBeLessThanOrEqual(room)
    await profile.page.setViewportSize({ width: 1280, height: 800 })
  })

  it('lists every control of the toolbar in the table', async () => {
    await open('?path=/story/components-decision--open')
    const toolbar = profile.page.getByTestId('sb-preview-toolbar')
    await toolbar.getByRole('button', { name: /Company/ }).waitFor()
    const names = await toolbar.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    const ownControls = names.filter((name) => !STORYBOOK_BUTTONS.includes(name))
    expect(ownControls.filter((name) => !TOOLBAR_VALUES.some(({ control }) => name.startsWith(control)))).toEqual([])
  })

  it.each(casesOf(TOOLBAR_VALUES, (_, index) => index % 4 === 2))(
    'keeps the value $option of the toolbar in the address, which opens the same story',
    async ({ control, option, address, isSet }) => {
      const { page } = profile
      const story = page.frameLocator('#storybook-preview-iframe')
      const shown = () =>
        story
          .locator('.licet-screen')
          .first()
          .evaluate(isSet)
          .catch(() => undefined)
      await open('?path=/story/components-consentscreen-page--ready')
      await story.locator('[data-part="accept"]').waitFor()
      expect(await shown()).toBe(false)
      const toolbar = page.getByTestId('sb-preview-toolbar')
      await toolbar.getByRole('button', { name: new RegExp(`^${control}`) }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
      await expect.poll(shown, { timeout: PATIENCE_MS }).toBe(true)
      await expect.poll(() => new URL(page.url()).searchParams.get('globals'), { timeout: PATIENCE_MS }).toContain(address)
      const { search } = new URL(page.url())
      await open('')
      await open(search)
      await expect.poll(shown, { timeout: PATIENCE_MS }).toBe(true)
    },
  )

  it('leads from the welcome page to one file with a brand, a title and changed words in two languages', async () => {
    await open('')
    const file = await makeConsentScreen(profile.page)
    for (const part of ['#b4430f', "'Quince'", "'shopping lists'", "'listas de la compra'", 'We read each receipt once.'])
      expect(file).toContain(part)
    expect(file).toContain('Leemos cada recibo una vez.')
    expect(file).toContain('agreements = { en: englishAgreement, es: spanishAgreement }')
  })

  it('draws the measurements of the two choices, which are equal', async () => {
    await open('iframe.html?viewMode=story&id=components-decision--open&globals=overlay:on')
    await profile.page.locator('.wb-overlay-verdict[data-verdict="good"]').waitFor()
    expect(await profile.page.locator('.wb-overlay-box').count()).toBe(2)
  })

  it('keeps theme, scheme and text size of the toolbar in the address', async () => {
    await open('iframe.html?viewMode=story&id=components-decision--open&globals=theme:bank;scheme:dark;text:200')
    const button = profile.page.getByRole('button', { name: 'Agree' })
    await button.waitFor()
    const looks = await button.evaluate((element) => {
      const { colorScheme, fontSize } = getComputedStyle(element)
      const background = getComputedStyle(document.body).backgroundColor
      return { colorScheme, fontSize, background, radius: getComputedStyle(element).borderRadius }
    })
    expect(looks.colorScheme).toBe('dark')
    expect(Number.parseFloat(looks.fontSize)).toBeGreaterThanOrEqual(28)
    expect(looks.background).not.toBe('rgba(0, 0, 0, 0)')
  })
})

/** The bytes of these files as a static host sends them to a browser without a cache. Fonts are compressed already. */
function compressedBytes(paths: readonly string[]): number {
  return [...new Set(paths)].reduce((sum, path) => {
    const content = readFileSync(join(built, path))
    return sum + (path.endsWith('.woff2') ? content : gzipSync(content)).byteLength
  }, 0)
}

/** What the tests use of Storybook's page. */
interface Preview {
  loadStory(options: { storyId: string }): Promise<{
    id: string
    argTypes: Record<string, { control?: { type?: string; disable?: boolean }; options?: readonly unknown[] }>
  }>
}

function originsOf(requests: readonly string[]): readonly string[] {
  const addresses = requests
    .map((request) => request.slice(request.indexOf(' ') + 1))
    .filter((address) => /^\w+:\/\//.test(address))
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}

/** The roles with a name in a tree, which both notations write as `role "name"`. */
function namedRoles(tree: string): readonly string[] {
  return [...tree.matchAll(/(?:^|\s)-?\s*(button|checkbox|heading|link|switch|dialog|region) "([^"]+)"/gm)].map(
    ([, role, name]) => `${role} ${name}`,
  )
}
