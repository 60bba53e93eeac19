import type { ConsentStore } from './consent-store.ts'

/** Calls back when the network returns, as the client reports it, until the returned function is called. */
export function onReconnect(store: ConsentStore, callback: () => void): () => void {
  let wasOnline = store.getView().flow.online
  return store.subscribe(() => {
    const { online } = store.getView().flow
    if (online && !wasOnline) callback()
    wasOnline = online
  })
}
