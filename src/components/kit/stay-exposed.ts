const HIDING = ['aria-hidden', 'inert']

/**
 * Keeps a dialog usable while a dialog of the host app is open too: most libraries hide everything else in the body from screen readers, or
 * make it inert, when theirs opens. Returns a function that ends this.
 */
export function stayExposed(dialog: HTMLDialogElement): () => void {
  const expose = () => {
    for (const name of HIDING) dialog.removeAttribute(name)
  }
  expose()
  const observer = new MutationObserver(expose)
  observer.observe(dialog, { attributeFilter: HIDING })
  return () => observer.disconnect()
}
