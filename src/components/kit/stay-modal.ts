/**
 * Keeps an open dialog modal when the host app moves it: libraries for scrollbars and routers take the content of the body out and put it back.
 * The browser then keeps the dialog open in the flow of the page, below everything else. Returns a function that ends this.
 */
export function stayModal(dialog: HTMLDialogElement): () => void {
  // A replacement of `showModal()` for jsdom only makes the dialog visible.
  if (!dialog.matches(':modal')) return () => {}
  const observer = new MutationObserver(() => {
    if (!dialog.open || !dialog.isConnected || dialog.matches(':modal')) return
    // Without `close()`, whose event would dismiss the question.
    dialog.open = false
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-part$="title"]')?.focus()
  })
  // The host app may also move the element with the shadow root that the dialog is in.
  for (const root of [dialog.getRootNode(), dialog.ownerDocument]) observer.observe(root, { childList: true, subtree: true })
  return () => observer.disconnect()
}
