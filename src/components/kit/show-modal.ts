import { LicetError } from '../../core/errors.ts'
import { reportFailure } from '../../react/report-failure.ts'
import { laterChecks, loadChecksSoon } from '../../react/sight/later-checks.ts'
import { fitAboveKeyboard } from './fit-above-keyboard.ts'
import { focusLaterDialog } from './focus-later-dialog.ts'
import { keepScrollInside } from './keep-scroll-inside.ts'
import { lockScroll } from './lock-scroll.ts'
import { stayExposed } from './stay-exposed.ts'
import { stayModal } from './stay-modal.ts'

const modal = new WeakSet<HTMLDialogElement>()

/**
 * Opens a modal dialog. Until it closes, the page behind does not scroll. jsdom has no `showModal`, so the dialog is only visible there.
 *
 * @param onLost Called after the dialog closed, because a style hides it.
 */
export function showModal(dialog: HTMLDialogElement, onLost: () => void): void {
  if (!dialog.showModal) {
    dialog.open = true
    return
  }
  dialog.showModal()
  if (modal.has(dialog)) return
  modal.add(dialog)
  const lose = (cause: string) => {
    closeModal(dialog)
    reportFailure(new LicetError('decision_obscured', cause))
    onLost()
  }
  const releases = [
    lockScroll(dialog),
    fitAboveKeyboard(dialog),
    stayExposed(dialog),
    stayModal(dialog),
    keepScrollInside(dialog),
    focusLaterDialog(dialog),
    watchSoon(dialog, lose),
  ]
  dialog.addEventListener('close', function onClose() {
    // The event arrives late: by then the dialog may be open again.
    if (dialog.open) return
    dialog.removeEventListener('close', onClose)
    modal.delete(dialog)
    for (const release of releases) release()
  })
}

/** Closes a dialog that {@link showModal} opened. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (dialog.close) dialog.close()
  else dialog.open = false
}

/** Watches whether something hides a dialog, as soon as the code for that has loaded. Returns a function that ends this. */
function watchSoon(dialog: HTMLDialogElement, onLost: (cause: string) => void): () => void {
  let end: (() => void) | undefined
  let isOver = false
  loadChecksSoon(() => {
    if (!isOver) end = laterChecks.loaded?.watchBox(dialog, onLost)
  })
  return () => {
    isOver = true
    end?.()
  }
}
