/**
 * Keeps a modal dialog in the part of the window that an on-screen keyboard leaves free. The keyboard covers a page without making it smaller,
 * so no unit of CSS contains its height. Returns a function that ends this.
 */
export function fitAboveKeyboard(dialog: HTMLDialogElement): () => void {
  const viewport = dialog.ownerDocument.defaultView?.visualViewport
  if (!viewport) return () => {}
  const { style } = dialog
  const fit = () => {
    const { height, offsetTop, scale } = viewport
    // Zoomed in with two fingers, a person sees a part of the dialog. Its size and place stay.
    style.setProperty('--licet-window', `${height * scale}px`)
    style.setProperty('--licet-window-top', `${scale > 1 ? 0 : offsetTop}px`)
  }
  const events = ['resize', 'scroll'] as const
  for (const type of events) viewport.addEventListener(type, fit)
  return () => {
    for (const type of events) viewport.removeEventListener(type, fit)
    style.removeProperty('--licet-window')
    style.removeProperty('--licet-window-top')
  }
}
