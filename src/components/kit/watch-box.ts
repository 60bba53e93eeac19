import { LicetError } from '../../core/errors.ts'
import { reportFailure } from '../../react/report-failure.ts'

/**
 * Calls back, and reports it to the page, when an open modal dialog has no box: a content blocker or a style of the page hides it. It would keep
 * the page behind it inert, with nothing to press. Returns a function that ends this.
 */
export function watchBox(dialog: HTMLDialogElement, onLost: () => void): () => void {
  const check = () => {
    // A dialog that left the document is not modal. happy-dom lays out nothing.
    if (!dialog.open || !dialog.isConnected || isSeen(dialog) || !hasLayout(dialog.ownerDocument)) return
    end()
    reportFailure(
      new LicetError(
        'decision_obscured',
        'A style hides the dialog of Licet: a rule of the page or of a content blocker. The dialog was closed, because the page behind it could not be used. Nothing was decided. Remove the rule that hides `dialog.licet-screen`.',
      ),
    )
    onLost()
  }
  // Calls back when the dialog gets a box or loses it, and once at the start.
  const observer = new ResizeObserver(check)
  const end = () => observer.disconnect()
  observer.observe(dialog)
  // A dialog without a box from the start has the same size as before, so no observer calls back.
  requestAnimationFrame(check)
  return end
}

function hasLayout({ documentElement }: Document): boolean {
  return documentElement.getBoundingClientRect().width > 0
}

function isSeen(dialog: HTMLDialogElement): boolean {
  // Safari before 17.4 has no `checkVisibility`.
  const isVisible = dialog.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true
  const { width, height } = dialog.getBoundingClientRect()
  return isVisible && width > 0 && height > 0
}
