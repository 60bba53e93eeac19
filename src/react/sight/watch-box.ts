/** How long a dialog may be invisible before it counts as hidden: scripts of the host app may let it appear slowly. In milliseconds. */
const APPEARANCE_MS = 1000
/** The smallest part of a dialog on screen in which a button can be, in pixels. */
const SMALLEST_PART = 24
/** The events by which the person tries to use the page. */
const USES = ['pointerdown', 'keydown']

/**
 * Calls back with the cause when an open modal dialog has nothing to press: a content blocker or a style of the page hides it. It would keep
 * the page behind it inert. Returns a function that ends this.
 */
export function watchBox(dialog: HTMLDialogElement, onLost: (cause: string) => void): () => void {
  const view = dialog.ownerDocument.defaultView
  let isEnded = false
  // A dialog that left the document is not modal.
  const isHidden = () => !isEnded && dialog.open && dialog.isConnected && isPageSeen(dialog) && !isUsable(dialog)
  const decide = () => {
    if (!isHidden()) return
    const appearing = dialog.getAnimations({ subtree: true }).filter(isEnding)
    if (appearing.length > 0) return void Promise.allSettled(appearing.map(({ finished }) => finished)).then(decide)
    end()
    onLost(
      'A style hides the dialog of Licet: a rule of the page or of a content blocker. The dialog was closed, because the page behind it could not be used. Nothing was decided. Remove the rule that hides `dialog.licet-screen`.',
    )
  }
  const decideSoon = () => {
    // A script removed the attribute `open`. The browser keeps the page inert until the dialog closes.
    if (!dialog.open && dialog.matches(':modal')) {
      dialog.open = true
      dialog.close()
    }
    if (isHidden()) setTimeout(decide, APPEARANCE_MS)
  }
  // Calls back when the dialog gets a box or loses it, and once at the start. jsdom has none. It is from the window of the dialog: otherwise it
  // reports an error at each repaint after a host app has removed the frame of the dialog.
  const resizes = view?.ResizeObserver && new view.ResizeObserver(decideSoon)
  resizes?.observe(dialog)
  // A dialog without a box from the start has the same size as before, so no observer calls back.
  requestAnimationFrame(decideSoon)
  // Other styles change no size. They matter when the person tries to use the page.
  for (const type of USES) view?.addEventListener(type, decide, true)
  const end = () => {
    isEnded = true
    resizes?.disconnect()
    for (const type of USES) view?.removeEventListener(type, decide, true)
  }
  return end
}

function isEnding({ playState, effect }: Animation): boolean {
  return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
}

/** Returns whether the page shows anything: scripts for tests of variants hide it until they are done. happy-dom lays out nothing. */
function isPageSeen({ ownerDocument: { documentElement, body } }: Element): boolean {
  // Safari before 17.4 has no `checkVisibility`.
  return documentElement.getBoundingClientRect().width > 0 && (body.checkVisibility?.() ?? true)
}

function isUsable(dialog: HTMLDialogElement): boolean {
  const view = dialog.ownerDocument.defaultView
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const width = Math.min(right, view?.innerWidth ?? 0) - Math.max(left, 0)
  const height = Math.min(bottom, view?.innerHeight ?? 0) - Math.max(top, 0)
  const buttons = [...dialog.querySelectorAll('button')]
  return (
    Math.min(width, height) >= SMALLEST_PART &&
    isOpaque(dialog) &&
    // Before its content has loaded, a dialog has no button.
    (buttons.length === 0 ||
      buttons.some((button) => isVisible(button) && isOpaque(button.closest('dialog > *')) && isDrawn(button, dialog)))
  )
}

function isVisible(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true
}

/** Returns whether an element has an opacity. A dialog is in the top layer, so the opacity of what is around it does not count. */
function isOpaque(element: Element | null): boolean {
  return element === null || getComputedStyle(element).opacity !== '0'
}

/** Returns whether a press on a button gets through to it. Where a style cuts it off, only the backdrop of the dialog is left. */
function isDrawn(button: Element, dialog: HTMLDialogElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect()
  return (button.getRootNode() as Document).elementFromPoint?.(left + width / 2, top + height / 2) !== dialog
}
