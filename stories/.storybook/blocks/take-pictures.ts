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

/**
 * Runs a story once, and returns its page in each view as HTML without scripts. One run takes longer than all of its pictures.
 *
 * @param signal Gives up, also while other stories run first.
 */
export function takePictures(id: string, views: readonly View[], signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const cancel = takeTurn(async (end) => {
      // Outside of the view, where a frame has a layout, and where nothing covers the choices of the story.
      const frame = document.createElement('iframe')
      frame.className = 'wb-outside'
      frame.inert = true
      frame.tabIndex = -1
      frame.title = 'A story that is running'
      frame.src = toStoryAddress(id)
      document.body.append(frame)
      signal.addEventListener('abort', () => frame.remove(), { once: true })
      const page = await pageOf(frame, signal)
      const pictures = page && (await drawEach(frame, page, views))
      frame.remove()
      end()
      if (pictures && !signal.aborted) resolve(pictures)
    })
    signal.addEventListener('abort', cancel, { once: true })
  })
}

/** Returns the page of a frame when its story is in its final state, or when that takes too long. */
function pageOf(frame: HTMLIFrameElement, signal: AbortSignal): Promise<Document | null> {
  return new Promise((resolve) => {
    const stop = whenReady(frame, resolve)
    const giveUp = (page: Document | null) => {
      stop()
      resolve(page)
    }
    setTimeout(() => giveUp(frame.contentDocument), PATIENCE_MS)
    signal.addEventListener('abort', () => giveUp(null), { once: true })
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
