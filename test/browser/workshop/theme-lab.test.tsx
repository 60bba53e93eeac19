import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { collectHandOver } from '../../../stories/workshop/hand-over/collect-hand-over.ts'
import { writeHandOver } from '../../../stories/workshop/hand-over/write-hand-over.ts'
import { readKeptTheme } from '../../../stories/workshop/kept-theme.ts'
import { FIRST_DRAFT } from '../../../stories/workshop/terms/draft.ts'
import { hasFont } from '../../../stories/workshop/theme/fonts.ts'
import { SCREENS } from '../../../stories/workshop/theme/screens.tsx'
import { readSharedChoices, shareLink } from '../../../stories/workshop/theme/share-link.ts'
import { ThemeLab } from '../../../stories/workshop/theme/theme-lab.tsx'
import { createWorld } from '../../fixtures/story-world.ts'
import { catchFile, closePage, expectAccessiblePage, openPage } from './open-page.tsx'

afterEach(closePage)

/** The page inside of a screen of the board. */
function pageOf(id: string): Document | null | undefined {
  return document.querySelector<HTMLIFrameElement>(`[data-screen="${id}"] iframe`)?.contentDocument
}

/** The color of the focus, links and marks in a screen of the board. */
function accentOf(id: string): string {
  const root = pageOf(id)?.querySelector('[data-licet]')
  return root ? getComputedStyle(root).getPropertyValue('--licet-color-accent') : ''
}

function pickColor(color: string): void {
  // A script cannot press into the color picker of the browser.
  fireEvent.change(screen.getByLabelText('Brand color'), { target: { value: color } })
}

it('a brand color changes every screen immediately, is undone by Ctrl+Z, and is kept for the toolbar', async () => {
  await openPage(<ThemeLab scheme="light" />)
  await expect.poll(() => document.querySelectorAll('.tile iframe').length).toBe(12)
  await expect.poll(() => accentOf('consent')).not.toBe('')
  const before = accentOf('consent')
  pickColor('#b4430f')
  for (const id of ['consent', 'sheet', 'settings', 'other']) await expect.poll(() => accentOf(id)).toContain('#b4430f')
  expect(readKeptTheme()?.variables['color-accent']).toContain('#b4430f')
  await userEvent.click(screen.getByRole('radio', { name: 'Compact' }))
  await userEvent.keyboard('{Control>}z{/Control}')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => accentOf('consent')).toBe(before)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true)
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.poll(() => accentOf('consent')).toContain('#b4430f')
})

it('each screen has a verdict of its contrast and of its two choices, measured in its page', async () => {
  await openPage(<ThemeLab scheme="light" />)
  const tile = (id: string) => within(document.querySelector<HTMLElement>(`[data-screen="${id}"]`) ?? document.body)
  for (const id of ['consent', 'dialog', 'sheet', 'other']) await tile(id).findByText('Equal choices')
  // A host app that recolors one of the choices.
  const accept = pageOf('consent')?.querySelector<HTMLElement>('[data-part="accept"]')
  accept?.style.setProperty('background', 'green')
  await tile('consent').findByText(/Choices differ: background-color/)
  pickColor('#ffcc00')
  await screen.findByText('Color accent was changed.', { exact: false })
  expect(within(screen.getByRole('region', { name: 'What the theme keeps' })).getByText('≥ 44 px')).toBeTruthy()
})

// The contrast was the contrast of the theme, so all screens of a scheme had the same verdict.
// Regression: a wide screen that did not fit into the line left a hole, and a line of text shone through below the bar with the choices.
it('the board has no hole beside the window of Storybook, and the edge of a device ends its screen', async () => {
  await openPage(<ThemeLab scheme="light" />, { width: 980 })
  await expect.poll(() => document.querySelectorAll('.tile iframe').length).toBe(12)
  const tops = [...document.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect().top)
  expect(tops.filter((top) => top === Math.min(...tops))).toHaveLength(3)
  for (const frame of document.querySelectorAll('.tile iframe'))
    expect(frame.getBoundingClientRect().height - (frame.parentElement?.clientHeight ?? 0)).toBeGreaterThan(0.5)
})

it('text that is hard to read in one screen changes the verdict of that screen only', async () => {
  await openPage(<ThemeLab scheme="light" />)
  const verdicts = () => {
    const tiles = [...document.querySelectorAll<HTMLElement>('[data-screen]')]
    return tiles.map((tile) => [tile.dataset.screen, tile.querySelector<HTMLElement>('[data-measure="contrast"]')?.dataset.ok])
  }
  const readable = SCREENS.map(({ id }) => [id, 'true'])
  await expect.poll(verdicts).toEqual(readable)
  const title = () => pageOf('settings')?.querySelector<HTMLElement>('[data-part="settings-title"]')
  title()?.style.setProperty('color', '#aaa')
  await expect.poll(verdicts).toEqual(SCREENS.map(({ id }) => [id, String(id !== 'settings')]))
  // #aaa on white.
  within(document.querySelector<HTMLElement>('[data-screen="settings"]') ?? document.body).getByText('2.3')
  title()?.style.removeProperty('color')
  await expect.poll(verdicts).toEqual(readable)
})

// "Inter" was in the list, and no page loaded it.
it('a chosen font is loaded in every screen, and the list has only fonts that this page can show', async () => {
  await openPage(<ThemeLab scheme="light" />)
  await expect.poll(() => pageOf('consent')?.querySelector('[data-licet]')).toBeTruthy()
  const list = screen.getByLabelText<HTMLSelectElement>('Font')
  await userEvent.selectOptions(list, 'Inter')
  const loaded = (id: string) => [...(pageOf(id)?.fonts ?? [])].filter(({ status }) => status === 'loaded')
  for (const id of ['consent', 'settings'])
    await expect.poll(() => loaded(id).map(({ family }) => family)).toContain('Inter Variable')
  const title = pageOf('consent')?.querySelector('[data-part="screen-title"]')
  expect(title && getComputedStyle(title).fontFamily).toContain('Inter Variable')
  const listed = [...list.options].map(({ value }) => value).filter((value) => value !== '' && value !== 'other')
  expect(listed.filter((family) => !hasFont(family))).toEqual([])
  expect(hasFont('No Such Font, serif')).toBe(false)
})

it('another font is named as missing where this device lacks it', async () => {
  await openPage(<ThemeLab scheme="light" />)
  await userEvent.selectOptions(screen.getByLabelText('Font'), 'Another font')
  await userEvent.fill(screen.getByLabelText('Font family'), 'Pomelo Sans, sans-serif')
  await screen.findByText(/^Pomelo Sans is not on this device/)
  await userEvent.fill(screen.getByLabelText('Font family'), 'sans-serif')
  await expect.poll(() => screen.queryByText(/is not on this device/)).toBeNull()
  expect(readKeptTheme()?.variables['font-family-heading']).toBe('sans-serif')
})

it('a logo from a file is in every screen and in the handed-over file, and a file that is no picture is refused', async () => {
  await openPage(<ThemeLab scheme="light" />)
  const field = screen.getByLabelText(/^Logo/)
  await userEvent.upload(field, new File(['GIF'], 'logo.png', { type: 'image/png' }))
  await screen.findByText(/^This is not a picture/)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>'
  await userEvent.upload(field, new File([svg], 'logo.svg', { type: 'image/svg+xml' }))
  const shown = (id: string) => pageOf(id)?.querySelector<HTMLImageElement>('[data-part="company-mark"] img')?.src
  for (const id of ['consent', 'settings']) await expect.poll(() => shown(id)).toMatch(/^data:image\/svg\+xml;base64,/)
  // Regression: the picture covered the label of its field.
  const label = screen.getByText('Logo').getBoundingClientRect()
  expect(screen.getByAltText('The chosen logo').getBoundingClientRect().left).toBeGreaterThan(label.left + 40)
  const file = writeHandOver(collectHandOver(FIRST_DRAFT))
  expect(file).toContain("const logo = 'data:image/svg+xml;base64,")
  expect(file).toContain('variables: theme.variables, logo }')
  expect(shareLink({ logo: 'data:,' })).not.toContain('logo')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => shown('consent')).toBeUndefined()
})

it('pasted tokens are in use, and an error in them stands below the field', async () => {
  await openPage(<ThemeLab scheme="light" />)
  await userEvent.click(screen.getByText('Paste design tokens'))
  const field = screen.getByLabelText('Tokens as JSON or CSS')
  await userEvent.fill(field, '{\n  "color": {\n')
  await userEvent.click(screen.getByRole('button', { name: 'Use these tokens' }))
  const alert = await screen.findByText(/This is not JSON/)
  expect(field.getAttribute('aria-describedby')).toBe(alert.id)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.fill(
    field,
    '{ "radius": { "$type": "dimension", "$value": { "value": 3, "unit": "px" } }, "unknown": { "$value": 1, "$type": "number" } }',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Use these tokens' }))
  await screen.findByText(/without tokens that Licet does not have: unknown/)
  expect(readKeptTheme()?.variables.radius).toBe('3px')
})

it('exports CSS, JSON, TypeScript and Tailwind, and downloads the one that is shown', async () => {
  await openPage(<ThemeLab scheme="light" />)
  pickColor('#b4430f')
  await userEvent.click(screen.getByRole('button', { name: 'Export…' }))
  const dialog = within(screen.getByRole('dialog'))
  for (const [format, content] of [
    ['CSS', '--licet-color-accent'],
    ['JSON', '"$value"'],
    ['TypeScript', "import { defineTheme } from 'licet/theme'"],
    ['Tailwind', '@theme inline'],
  ] as const) {
    await userEvent.click(dialog.getByRole('radio', { name: format }))
    await dialog.findByText((_, element) => element?.tagName === 'PRE' && element.textContent.includes(content))
  }
  const file = await catchFile(() => userEvent.click(dialog.getByRole('button', { name: 'Download' })))
  expect(file.name).toBe('licet-tailwind.css')
  expect(file.text).toContain('@theme inline')
  await expectAccessiblePage()
})

it('a screen opens in full size on the real service, and works there', async () => {
  // The service of the test starts here, because that takes longer than any step of the page.
  await createWorld()
  await openPage(<ThemeLab scheme="light" />)
  await userEvent.click(screen.getByRole('button', { name: 'Consent' }))
  const dialog = screen.getByRole('dialog')
  const live = () => dialog.querySelector('iframe')?.contentDocument
  await expect.poll(() => live()?.querySelector<HTMLElement>('[data-part="decline"]')).toBeTruthy()
  live()?.querySelector<HTMLElement>('[data-part="decline"]')?.click()
  await expect.poll(() => live()?.querySelector('[data-stage-state="declined"]')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

it('a link has the theme, and a damaged one opens the kept theme', async () => {
  const shared = { brand: '#b4430f', density: 'roomy' } as const
  location.hash = new URL(shareLink(shared)).hash
  expect(readSharedChoices()).toEqual(shared)
  await openPage(<ThemeLab scheme="light" />)
  await expect.poll(() => accentOf('consent')).toContain('#b4430f')
  for (const hash of ['#theme=%7B', '#theme=%7B%22brand%22%3A%22url(x)%22%7D', '#theme=null', '#other']) {
    location.hash = hash
    expect(readSharedChoices()).toBeUndefined()
  }
  location.hash = ''
})

it.each([
  { width: 768, scheme: 'dark' as const },
  { width: 1280, scheme: 'light' as const },
])('is accessible and no wider than the page at $width px, $scheme', async ({ width, scheme }) => {
  await openPage(<ThemeLab scheme={scheme} />, { width, scheme })
  await expect.poll(() => pageOf('other')?.querySelector('[data-part="accept"]')).toBeTruthy()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectAccessiblePage()
})

it('the Tab key reaches every control, and no content of a small screen', async () => {
  await openPage(<ThemeLab scheme="light" />)
  await expect.poll(() => pageOf('consent')?.querySelector('[data-part="accept"]')).toBeTruthy()
  const reached = new Set<string>()
  for (let press = 0; press < 40; press++) {
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.tagName).not.toBe('IFRAME')
    const element = document.activeElement
    reached.add(
      element?.closest('label')?.textContent || element?.getAttribute('aria-label') || element?.textContent || element?.id || '',
    )
  }
  for (const name of ['Export…', 'Regular', 'Light', 'Paste design tokens', 'Start over', 'Consent', 'Gate', 'Consent, dark'])
    expect([...reached]).toContain(name)
})
