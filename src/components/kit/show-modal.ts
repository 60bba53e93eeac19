/** Opens a modal dialog. jsdom has no `showModal`, so the dialog is only visible there. */
export function showModal(dialog: HTMLDialogElement): void {
  if (dialog.showModal) dialog.showModal()
  else dialog.open = true
}

/** Closes a dialog that {@link showModal} opened. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (dialog.close) dialog.close()
  else dialog.open = false
}
