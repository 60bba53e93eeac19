import { fitAboveKeyboard } from './fit-above-keyboard.ts'
import { focusLaterDialog } from './focus-later-dialog.ts'
import { keepScrollInside } from './keep-scroll-inside.ts'
import { lockScroll } from './lock-scroll.ts'
import { stayExposed } from './stay-exposed.ts'
import { stayModal } from './stay-modal.ts'
import { watchBox } from './watch-box.ts'

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
  const lose = () => {
    closeModal(dialog)
    onLost()
  }
  const releases = [
    lockScroll(dialog),
    fitAboveKeyboard(dialog),
    stayExposed(dialog),
    stayModal(dialog),
    keepScrollInside(dialog),
    focusLaterDialog(dialog),
    watchBox(dialog, lose),
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
