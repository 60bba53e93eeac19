import type { ConsentStore } from '../../react/consent-store.ts'

/** Asks again, and moves the focus to the screen on the page that shows the request. Without such a screen it calls `openDialog`. */
export function showRequest(store: ConsentStore, openDialog: () => void): void {
  store.actions.reopen()
  // In the next task, after a screen on the page has rendered the request.
  setTimeout(() => {
    const titles = [...store.page.roots].map(({ current }) => current?.querySelector<HTMLElement>('[data-part="screen-title"]'))
    const title = titles.findLast((found) => found?.closest('[data-view="ask"]'))
    if (title) title.focus()
    else openDialog()
  })
}
