import { parentOf } from '../parent-of.ts'
import { findCutOff, findInside, partsOf } from './find-hidden.ts'
import { hasLayout } from './hiding.ts'

/** How long one slice of the check may take, in milliseconds: a reader who scrolls notices nothing. */
const SLICE_MS = 4
/** How many elements are checked again at the press, although nothing seems to have changed since they were. */
const SAMPLES = 8

/** Checks whether the terms on screen are hidden, ahead of the press: the press has to answer within a frame. */
export interface HiddenCheck {
  /** Returns an element that hides the text, now. Uses what was measured before if the layout and the styles are still the same. */
  readonly find: () => Element | undefined
  /** Ends the checks. */
  readonly stop: () => void
}

/**
 * Creates a {@link HiddenCheck}. It checks the text in slices while the page is idle, after each change of the layout.
 *
 * What is kept is only that nothing was hidden, with a stamp of the layout and the style sheets. Around the text, and in samples of it, the press
 * measures anyway.
 */
export function createHiddenCheck(region: HTMLElement): HiddenCheck {
  const { ownerDocument } = region
  const view = ownerDocument.defaultView
  let isStopped = false
  let cleared: { readonly stamp: string; readonly samples: readonly HTMLElement[] } | undefined
  let cancel = () => {}

  const checkLater = () => {
    cancel()
    cleared = undefined
    if (!isStopped) cancel = whenIdle(view, start)
  }
  const start = () => {
    if (!region.isConnected || !hasLayout(region)) return
    const stamp = stampOf(region)
    const parts = partsOf(region)
    const next = (first: number) => {
      const until = performance.now() + SLICE_MS
      let at = first
      while (at < parts.length && performance.now() < until) if (findInside(region, parts.slice(at, ++at)) !== undefined) return
      if (at < parts.length) cancel = whenIdle(view, () => next(at))
      else if (stampOf(region) === stamp) cleared = { stamp, samples: samplesOf(parts) }
    }
    next(0)
  }

  const resizes = view?.ResizeObserver && new view.ResizeObserver(checkLater)
  resizes?.observe(region)
  // A style sheet elsewhere is counted in the stamp.
  const changes = new MutationObserver(checkLater)
  for (const target of [region, ownerDocument.head])
    changes.observe(target, { subtree: true, childList: true, characterData: true, attributes: true })
  checkLater()
  return {
    find() {
      if (changes.takeRecords().length > 0) cleared = undefined
      if (!hasLayout(region)) return undefined
      const around = findCutOff(region)
      if (around !== undefined) return around
      return findInside(region, cleared?.stamp === stampOf(region) ? cleared.samples : partsOf(region))
    },
    stop() {
      isStopped = true
      cancel()
      resizes?.disconnect()
      changes.disconnect()
    },
  }
}

function samplesOf(parts: readonly HTMLElement[]): readonly HTMLElement[] {
  const step = Math.ceil(parts.length / SAMPLES)
  return parts.filter((_, at) => at % step === 0)
}

/** Returns a text that changes with the layout of the region and with the style sheets of its page. */
function stampOf(region: HTMLElement): string {
  const { ownerDocument, clientWidth, clientHeight, scrollWidth, scrollHeight } = region
  // A region that is no longer in the page has no sheets.
  const root: Partial<DocumentOrShadowRoot> = region.getRootNode() as Document | ShadowRoot
  const sheets = [ownerDocument, root].flatMap(({ styleSheets, adoptedStyleSheets = [] }: Partial<DocumentOrShadowRoot>) => [
    ...(styleSheets ?? []),
    ...adoptedStyleSheets,
  ])
  const names: string[] = []
  for (let at: Element | null = region; at !== null; at = parentOf(at)) names.push(at.className)
  return [
    clientWidth,
    clientHeight,
    scrollWidth,
    scrollHeight,
    innerWidth,
    devicePixelRatio,
    ...sheets.map(rulesOf),
    ...names,
  ].join()
}

/** The number of rules of a sheet that is on. A sheet of another origin does not show its rules. */
function rulesOf(sheet: CSSStyleSheet): number | string {
  try {
    return sheet.disabled ? '-' : sheet.cssRules.length
  } catch {
    return '?'
  }
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(view: Window | null, task: () => void): () => void {
  if (view === null) return () => {}
  if (!('requestIdleCallback' in view)) {
    const timer = setTimeout(task, 50)
    return () => clearTimeout(timer)
  }
  const handle = view.requestIdleCallback(task, { timeout: 1000 })
  return () => view.cancelIdleCallback(handle)
}
