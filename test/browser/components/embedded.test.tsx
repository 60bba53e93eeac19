import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import { ConsentScreen, type ConsentScreenProps, ConsentSettings } from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { en } from '../../../src/locales/en.ts'
import { prepareScene } from '../../fixtures/scenes.ts'
import { Stage } from '../../fixtures/stage.tsx'
import { animationsEnd, show } from './harness.tsx'

/** A separate tree in the page, with its own style sheets and focus. */
interface Tree {
  readonly root: Document | ShadowRoot
  readonly container: HTMLElement
}

const hosts: Element[] = []

afterEach(() => {
  cleanup()
  for (const host of hosts.splice(0)) host.remove()
})

/** The style sheet of the kit, as a host app adds it to the tree. */
function sheetText(): string {
  const ours = [...document.styleSheets].find((one) => [...one.cssRules].some((rule) => rule.cssText.includes('licet.tokens')))
  return [...(ours?.cssRules ?? [])].map((rule) => rule.cssText).join('\n')
}

function addSheet(to: Node, document: Document): void {
  const style = document.createElement('style')
  style.textContent = sheetText()
  to.appendChild(style)
}

function openShadow(): Tree {
  return fillShadow((root) => addSheet(root, document))
}

function openShadowWithAdoptedStyles(): Tree {
  return fillShadow((root) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(sheetText())
    root.adoptedStyleSheets = [sheet]
  })
}

function fillShadow(addStyles: (root: ShadowRoot) => void): Tree {
  const host = document.createElement('div')
  document.body.append(host)
  hosts.push(host)
  const root = host.attachShadow({ mode: 'open' })
  addStyles(root)
  const container = document.createElement('div')
  root.append(container)
  return { root, container }
}

async function openFrame(): Promise<Tree> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'inline-size: 1024px; block-size: 800px; border: 0'
  frame.srcdoc = '<!doctype html><html lang="en"><body style="margin: 0"><div></div>'
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  hosts.push(frame)
  await loaded
  const { contentDocument: root } = frame
  const container = root?.querySelector('div')
  if (root === null || container === null || container === undefined) throw new Error('The frame has no document.')
  addSheet(root.head, root)
  return { root, container }
}

const PLACES = [
  ['a shadow root', openShadow],
  ['a shadow root with an adopted style sheet', openShadowWithAdoptedStyles],
  ['the document of a frame', openFrame],
] as const

/** Renders a screen in the tree with the real service, and waits until it is in its state. */
async function showIn({ container }: Tree, props: ConsentScreenProps, wanted: ConsentState = 'ready', beside?: ReactNode) {
  await page.viewport(1024, 800)
  const scene = await prepareScene(wanted)
  render(
    <Stage scene={scene} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
      {beside}
      <ConsentScreen {...props} />
    </Stage>,
    { container, baseElement: container },
  )
  await reach({ container }, wanted)
  return scene
}

function reach({ container }: Pick<Tree, 'container'>, state: ConsentState): Promise<void> {
  return expect.poll(() => container.querySelector(`[data-stage-state="${state}"]`)).not.toBeNull()
}

async function part({ root }: { readonly root: ParentNode }, name: string): Promise<HTMLElement> {
  const found = () => root.querySelector<HTMLElement>(`[data-part="${name}"]`)
  await expect.poll(found).not.toBeNull()
  return found() as HTMLElement
}

/** Returns the dialog at the end of the tree when it is open. */
async function openDialog({ root }: Tree): Promise<HTMLDialogElement> {
  const found = () => root.querySelector<HTMLDialogElement>('dialog:modal')
  await expect.poll(found).not.toBeNull()
  return found() as HTMLDialogElement
}

const PARTS = ['screen-title', 'summary-lines', 'purpose', 'terms-text', 'choices', 'accept', 'decline', 'decision-notice']

/** Returns the computed style of each part. */
async function visibleStyles(container: HTMLElement): Promise<Record<string, string>> {
  await part({ root: container }, 'accept')
  // A color in the middle of its transition differs.
  await animationsEnd(container.ownerDocument)
  return Object.fromEntries(
    PARTS.map((name) => {
      const element = container.querySelector(`[data-part="${name}"]`) as HTMLElement
      const style = element.ownerDocument.defaultView?.getComputedStyle(element)
      return [name, [...(style ?? [])].map((property) => `${property}: ${style?.getPropertyValue(property)}`).join('\n')]
    }),
  )
}

describe.each(PLACES)('in %s', (_, open) => {
  it('H4, experience 21: the screen looks as in the page, with the style sheet in its tree', async () => {
    await show(<ConsentScreen surface="inline" />)
    const inPage = await visibleStyles(document.body)
    cleanup()
    const tree = await open()
    await showIn(tree, { surface: 'inline' })
    expect(await visibleStyles(tree.container)).toEqual(inPage)
  })

  it('experience 16: a dialog is modal, has the focus on its title, and is dismissed by its button', async () => {
    const tree = await open()
    await showIn(tree, { surface: 'dialog' })
    const dialog = await openDialog(tree)
    const title = await part(tree, 'screen-title')
    await expect.poll(() => tree.root.activeElement).toBe(title)
    ;(await part(tree, 'close')).click()
    await reach(tree, 'dismissed')
    await expect.poll(() => dialog.open).toBe(false)
  })

  it('experience 18: an early Accept links to what is missing, and agreeing works afterwards', async () => {
    const tree = await open()
    await showIn(tree, { surface: 'inline', reading: 'required' }, 'reading-required')
    ;(await part(tree, 'accept')).click()
    const missing = await part(tree, 'missing')
    await expect.poll(() => tree.root.activeElement).toBe(missing)
    missing.querySelector('a')?.click()
    await expect.poll(() => tree.root.activeElement).toBe(await part(tree, 'terms-end'))
    await reach(tree, 'ready')
    ;(await part(tree, 'accept')).click()
    await reach(tree, 'licensed')
    await part(tree, 'receipt-facts')
  })

  it('experience 14: the redline jumps from change to change', async () => {
    const tree = await open()
    await showIn(tree, { surface: 'inline' }, 'update-material')
    const bar = await part(tree, 'diff-bar')
    ;(await part(tree, 'screen-changes')).setAttribute('open', '')
    ;[...bar.querySelectorAll('button')].at(-1)?.click()
    await expect.poll(() => tree.root.activeElement?.getAttribute('data-part')).toBe('diff-clause')
  })

  // Regression: the browser finds no element of a shadow root, so a press of a clause did nothing.
  it('experience 17: the list of clauses scrolls to a clause', async () => {
    const tree = await open()
    await showIn(tree, { surface: 'inline' })
    const [text, outline] = [await part(tree, 'terms-text'), await part(tree, 'terms-outline')]
    outline.querySelector('details')?.setAttribute('open', '')
    const last = [...outline.querySelectorAll('a')].at(-1)
    last?.click()
    const clause = [...text.querySelectorAll('[data-clause]')].at(-1)
    expect(clause?.textContent).toBe(last?.textContent)
    await expect.poll(() => tree.root.activeElement).toBe(clause)
    expect(text.scrollTop).toBeGreaterThan(0)
  })

  it('experience 4: both choices are equal', async () => {
    const tree = await open()
    await showIn(tree, { surface: 'page' })
    const looks = await Promise.all(
      ['accept', 'decline'].map(async (name) => {
        const button = await part(tree, name)
        const { color, backgroundColor, borderTopColor, borderTopWidth, fontSize, fontWeight } = getComputedStyle(button)
        const { width, height } = button.getBoundingClientRect()
        return { color, backgroundColor, borderTopColor, borderTopWidth, fontSize, fontWeight, width, height }
      }),
    )
    expect(looks[1]).toEqual(looks[0])
    expect(looks[0]?.height).toBeGreaterThanOrEqual(44)
  })

  it.each([
    [800, 2],
    [600, 1],
  ])('experience 19: in %i px there are %i columns, whatever the width of the window', async (room, columns) => {
    const tree = await open()
    tree.container.style.inlineSize = `${room}px`
    await showIn(tree, { surface: 'inline' })
    const summary = (await part(tree, 'screen-summary')).getBoundingClientRect()
    const terms = (await part(tree, 'screen-terms')).getBoundingClientRect()
    expect([terms.left >= summary.right, terms.top >= summary.bottom]).toEqual(columns === 2 ? [true, false] : [false, true])
  })

  it('experience 16: the Tab key stays in a dialog', async () => {
    const tree = await open()
    const outside = tree.container.ownerDocument.createElement('button')
    tree.container.before(outside)
    await showIn(tree, { surface: 'dialog' })
    const dialog = await openDialog(tree)
    await expect.poll(async () => tree.root.activeElement === (await part(tree, 'screen-title'))).toBe(true)
    const reached = new Set<string | undefined>()
    for (let step = 0; step < 15; step++) {
      await userEvent.keyboard('{Tab}')
      const focused = tree.root.activeElement
      expect([step, focused === null || focused === tree.container.ownerDocument.body || dialog.contains(focused)]).toEqual([
        step,
        true,
      ])
      reached.add((focused as HTMLElement | null)?.dataset.part)
    }
    expect([...reached]).toEqual(expect.arrayContaining(['terms-text', 'accept', 'decline', 'close']))
  })

  it('experience 2: the note that the terms are translated stands in the tree, above the choices', async () => {
    const tree = await open()
    await showIn(tree, { surface: 'inline' })
    const text = await part(tree, 'terms-text')
    await part(tree, 'accept')
    const page = text.ownerDocument.documentElement
    page.classList.add('translated-ltr')
    try {
      for (const paragraph of text.querySelectorAll('p:not([data-part])')) {
        const font = text.ownerDocument.createElement('font')
        font.textContent = 'übersetzt'
        paragraph.replaceChildren(font)
      }
      await expect.poll(() => tree.container.querySelector('.licet-translation .licet-message')).not.toBeNull()
    } finally {
      page.classList.remove('translated-ltr')
    }
  })

  // Regression: the dialog was looked for in the page, where a shadow root is not searched. Both surfaces were silent.
  it('experience 18: while a dialog is open, a decision of another tab is announced in the dialog', async () => {
    const tree = await open()
    const scene = await showIn(tree, { surface: 'dialog', open: true }, 'ready', <ConsentSettings />)
    await part(tree, 'accept')
    const dialog = await openDialog(tree)
    const tab = new ServiceClient({ ...scene.config, prewarm: 'none' })
    await tab.createLicense()
    await reach(tree, 'already-licensed')
    const spoken = () =>
      [...tree.root.querySelectorAll('[data-part="live"]')]
        .filter(({ textContent }) => textContent)
        .map((live) => dialog.contains(live))
    await expect.poll(spoken).toEqual([true])
    await tab.close()
  })
})

// Regression: an observer of the page watched the dialog of a frame, and a page with a removed frame got an error at each repaint.
// Regression: the page stayed locked until a reload, because its styles cannot see that the dialog is gone.
it('experience 16: the page scrolls again after a host app removes the shadow root of an open dialog', async () => {
  const tree = openShadow()
  await showIn(tree, { surface: 'dialog' })
  await openDialog(tree)
  const overflow = () => getComputedStyle(document.body).overflow + getComputedStyle(document.documentElement).overflow
  const locked = overflow()
  expect(locked).toContain('hidden')
  const [host] = hosts
  host?.remove()
  await expect.poll(overflow).not.toContain('hidden')
  if (host) document.body.append(host)
  await expect.poll(overflow).toBe(locked)
})

// Regression: the dialog became a part of the page below everything else, and the page stayed locked.
it('experience 16: a dialog stays modal when a host app moves the shadow root that it is in', async () => {
  const tree = openShadow()
  await showIn(tree, { surface: 'dialog' })
  const dialog = await openDialog(tree)
  const place = document.createElement('main')
  document.body.append(place)
  hosts.push(place)
  place.append(...hosts.slice(0, 1))
  await expect.poll(() => dialog.matches(':modal')).toBe(true)
  expect(tree.root.activeElement).toBe(await part(tree, 'screen-title'))
})

it('H4: reports no error to the page when a host app removes the frame of an open dialog', async () => {
  const errors: string[] = []
  const note = ({ message }: ErrorEvent) => errors.push(message)
  addEventListener('error', note)
  const tree = await openFrame()
  await showIn(tree, { surface: 'dialog' })
  await openDialog(tree)
  await new Promise(requestAnimationFrame)
  hosts.pop()?.remove()
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  removeEventListener('error', note)
  expect(errors).toEqual([])
})
