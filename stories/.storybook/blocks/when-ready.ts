/** Calls back once the story in a frame is in its final state: see `afterEach` in preview.tsx. Returns a function that stops waiting. */
export function whenReady(frame: HTMLIFrameElement | null, onReady: (page: Document) => void): () => void {
  // Null at the start of a navigation: the new document is empty until its first bytes arrive.
  const rootOf = (page: Document) => page.documentElement as HTMLElement | null
  const observer = new MutationObserver(check)
  function check() {
    const page = frame?.contentDocument
    if (!page || !rootOf(page)?.hasAttribute('data-story-ready')) return
    observer.disconnect()
    onReady(page)
  }
  const watch = () => {
    const root = frame?.contentDocument && rootOf(frame.contentDocument)
    if (root) observer.observe(root, { attributes: true })
    check()
  }
  frame?.addEventListener('load', watch)
  watch()
  return () => {
    observer.disconnect()
    frame?.removeEventListener('load', watch)
  }
}
