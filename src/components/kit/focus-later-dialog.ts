import { isFocusFree } from './may-take-focus.ts'

/**
 * Returns a function that moves the focus into a dialog of the host app that opened while a dialog of the kit was open. It could not take the
 * focus then, and without the focus many libraries do not get Esc.
 */
export function focusLaterDialog(dialog: HTMLDialogElement): () => void {
  const find = () => [...dialog.ownerDocument.querySelectorAll<HTMLElement>('[role$=dialog]')]
  const earlier = new Set(find())
  return () => {
    if (isFocusFree(dialog))
      find()
        .findLast((later) => !earlier.has(later) && !dialog.contains(later))
        ?.focus()
  }
}
