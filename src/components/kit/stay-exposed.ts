const HIDING = ['aria-hidden', 'inert']
/** How often the observer is called for an open dialog. A dialog of the host app that opens beside it takes two calls. */
const MOST_CALLS = 1000

/**
 * Keeps a dialog usable while a dialog of the host app is open too: most libraries hide everything else in the body from screen readers, or
 * make it inert, when theirs opens. Returns a function that ends this.
 *
 * Some libraries except live regions from this, and hide everything around them instead: the content of the dialog, not the dialog itself.
 * The kit never changes these attributes of an element in the page, so a change comes from the host app. If a script hides the dialog again
 * after each change, the kit gives up: otherwise both observers would run in turns forever, and the page would not respond.
 */
export function stayExposed(dialog: HTMLDialogElement): () => void {
  let calls = 0
  expose(dialog)
  const observer = new MutationObserver((records) => {
    if (++calls > MOST_CALLS) return observer.disconnect()
    for (const { target } of records) if (target === dialog || isHiddenByLayer(target, dialog)) expose(target as Element)
  })
  observer.observe(dialog, { attributeFilter: HIDING, subtree: true })
  return () => observer.disconnect()
}

function expose(element: Element): void {
  for (const name of HIDING) element.removeAttribute(name)
}

/** Returns whether a layer of the host app hides an element because it is beside a live region. A part of the host app may fold by itself. */
function isHiddenByLayer({ parentElement }: Node, dialog: Element): boolean {
  return (
    parentElement?.querySelector('[aria-live], [role=status]') != null && [...(dialog.parentNode?.children ?? [])].some(isHidden)
  )
}

function isHidden(element: Element): boolean {
  return element.matches('[aria-hidden=true], [inert]')
}
