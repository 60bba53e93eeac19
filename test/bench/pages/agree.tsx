import { ConsentProvider, ConsentScreen } from 'licet'
import { ServiceClient } from 'licet/client'
import { createRoot } from 'react-dom/client'
import 'licet/styles.css'
import { config } from './config.ts'

declare global {
  interface Window {
    /** The client of the page, which the bench observes. */
    client: ServiceClient
  }
}

// The same screen as `kit.tsx`, with a client that the bench can observe.
window.client = new ServiceClient(config)

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <ConsentProvider client={window.client}>
      <ConsentScreen surface="page" />
    </ConsentProvider>,
  )
