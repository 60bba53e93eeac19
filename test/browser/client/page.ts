import { ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'

declare global {
  interface Window {
    /** Set by the test on its own page. */
    licetHost?: {
      readonly config: Omit<ServiceClientConfig, 'fetch'>
      readonly fetch: typeof fetch
      /** Called by each page before its client is created. */
      prepare?: (page: Window & typeof globalThis) => void
    }
    /** Set by this page. */
    licetClient?: ServiceClient
  }
}

// A page of the app with its own window, IndexedDB connection, locks and channel. It reaches the service through its parent page.
const host = window.parent.licetHost
if (host !== undefined) {
  window.licetClient = new ServiceClient({ ...host.config, fetch: (input, init) => host.fetch(input, init) })
  window.licetClient.subscribe(() => {})
  window.frameElement?.dispatchEvent(new Event('licet-ready'))
}
