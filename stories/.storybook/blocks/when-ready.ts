/** Calls back once the story in a frame is in its final state: see `afterEach` in preview.tsx. Returns a function that stops waiting. */
export function whenReady(frame: HTMLIFrameElement | null, onReady: (page: Document) => void): () => void {
  const observer = new MutationObserver(check)
  function check() {
    const page = frame?.contentDocument
    if (!page?.documentElement.hasAttribute('data-story-ready')) return
    observer.disconnect()
    onReady(page)
  }
  const watch = () => {
    const page = frame?.contentDocument
    if (page) observer.observe(page.documentElement, { attributes: true })
    check()
  }
  frame?.addEventListener('load', watch)
  watch()
  return () => {
    observer.disconnect()
    frame?.removeEventListener('load', watch)
  }
}
