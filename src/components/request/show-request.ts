import type { AskingStore } from '../../react/store/consent-store.ts'

/**
 * Asks again, and moves the focus to the screen on the page that shows the request: to the switch of `needed`, the use case that a gate
 * lacks, otherwise to the title. Without such a screen it calls `openDialog`.
 */
export function showRequest(store: AskingStore, openDialog: () => void, needed?: string): void {
  store.question.page.needed = needed
  store.actionsOf(undefined).reopen()
  // In the next task, after a screen on the page has rendered the request.
  setTimeout(() => {
    const titles = [...store.question.page.roots].map(({ current }) =>
      current?.querySelector<HTMLElement>('[data-part="screen-title"]'),
    )
    const title = titles.findLast((found) => found?.closest('[data-view="ask"]'))
    const choice = title?.closest('[data-view="ask"]')?.querySelector<HTMLElement>('[data-needed] input')
    if (title) (choice ?? title).focus()
    else openDialog()
  })
}
