import { ConsentBanner, ConsentManagerProvider } from '@c15t/react'
import { createRoot } from 'react-dom/client'
import '@c15t/react/styles.css'

// Offline mode shows the banner without a request to a service.
createRoot(document.getElementById('root')!).render(
  <ConsentManagerProvider options={{ mode: 'offline' }}>
    <ConsentBanner />
  </ConsentManagerProvider>,
)
