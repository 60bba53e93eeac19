import { fitAboveKeyboard } from './fit-above-keyboard.ts'
import { focusLaterDialog } from './focus-later-dialog.ts'
import { keepScrollInside } from './keep-scroll-inside.ts'
import { lockScroll } from './lock-scroll.ts'
import { stayExposed } from './stay-exposed.ts'

const modal = new WeakSet<HTMLDialogElement>()

/** Opens a modal dialog. Until it closes, the page behind does not scroll. jsdom has no `showModal`, so the dialog is only visible there. */
export function showModal(dialog: HTMLDialogElement): void {
  if (!dialog.showModal) {
    dialog.open = true
    return
  }
  dialog.showModal()
  if (modal.has(dialog)) return
  modal.add(dialog)
  const releases = [
    lockScroll(dialog),
    fitAboveKeyboard(dialog),
    stayExposed(dialog),
    keepScrollInside(dialog),
    focusLaterDialog(dialog),
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
