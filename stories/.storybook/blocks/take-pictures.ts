import { PATIENCE_MS, takeTurn } from './frame-queue.ts'
import { toStoryAddress } from './story-address.ts'
import { whenReady } from './when-ready.ts'

/** The size of a device and the scheme in which a story is drawn. */
export interface View {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
}

/** A dialog that is modal on the page of the story. The picture opens it again, because HTML cannot. */
export const MODAL = 'data-wb-modal'

/** The pictures that this page took last, by story. A docs page renders again while it loads, and would run each story twice. */
const taken = new Map<string, Promise<readonly string[]>>()
const MOST_STORIES = 60

/**
 * Runs a story once, and returns its page in each view as HTML without scripts. One run takes longer than all of its pictures.
 *
 * @param signal Gives up while other stories run first. A run that has begun is of use later.
 */
export function takePictures(id: string, views: readonly View[], signal: AbortSignal): Promise<readonly string[]> {
  const found = taken.get(id)
  if (found !== undefined) return found
  return new Promise((resolve) => {
    const cancel = takeTurn((end) => {
      const pictures = taken.get(id) ?? run(id, views)
      taken.set(id, pictures)
      for (const oldest of [...taken.keys()].slice(0, -MOST_STORIES)) taken.delete(oldest)
      void pictures.finally(end).then(resolve)
    })
    signal.addEventListener('abort', () => !taken.has(id) && cancel(), { once: true })
  })
}

async function run(id: string, views: readonly View[]): Promise<readonly string[]> {
  // Outside of the view, where a frame has a layout, and where nothing covers the choices of the story.
  const frame = document.createElement('iframe')
  frame.className = 'wb-outside'
  frame.inert = true
  frame.tabIndex = -1
  frame.title = 'A story that is running'
  frame.src = toStoryAddress(id)
  document.body.append(frame)
  const page = await pageOf(frame)
  const pictures = page === null ? [] : await drawEach(frame, page, views)
  frame.remove()
  return pictures
}

/** Returns the page of a frame when its story is in its final state, or when that takes too long. */
function pageOf(frame: HTMLIFrameElement): Promise<Document | null> {
  return new Promise((resolve) => {
    const stop = whenReady(frame, resolve)
    setTimeout(() => {
      stop()
      resolve(frame.contentDocument)
    }, PATIENCE_MS)
  })
}

async function drawEach(frame: HTMLIFrameElement, page: Document, views: readonly View[]): Promise<readonly string[]> {
  const pictures: string[] = []
  for (const view of views) {
    frame.style.width = `${view.width}px`
    frame.style.height = `${view.height}px`
    await afterLayout()
    pictures.push(draw(page, view))
  }
  return pictures
}

/** Resolves after the page has reacted to a new size. */
function afterLayout(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}

function draw(page: Document, { scheme }: View): string {
  const root = page.documentElement.cloneNode(true) as HTMLElement
  for (const element of root.querySelectorAll('script, link[rel="modulepreload"]')) element.remove()
  copyStates(page.documentElement, root)
  root.style.colorScheme = scheme
  for (const part of root.querySelectorAll('[data-licet-theme]')) part.setAttribute('data-licet-theme', scheme)
  return `<!doctype html>${root.outerHTML}`
}

/** Writes into attributes what HTML does not contain: checked boxes, typed texts, and dialogs that are modal. */
function copyStates(from: HTMLElement, to: HTMLElement): void {
  const inputs = to.querySelectorAll('input')
  for (const [at, input] of from.querySelectorAll('input').entries()) {
    inputs[at]?.toggleAttribute('checked', input.checked)
    inputs[at]?.setAttribute('value', input.value)
  }
  const dialogs = to.querySelectorAll('dialog')
  for (const [at, dialog] of from.querySelectorAll('dialog').entries()) {
    if (!dialog.matches(':modal')) continue
    dialogs[at]?.removeAttribute('open')
    dialogs[at]?.setAttribute(MODAL, '')
  }
}
