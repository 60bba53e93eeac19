import { ConsentBanner, ConsentManagerProvider } from '@c15t/react'
import { createRoot } from 'react-dom/client'
import '@c15t/react/styles.css'

// Offline: no service of theirs is asked before the banner comes.
createRoot(document.getElementById('root')!).render(
  <ConsentManagerProvider options={{ mode: 'offline' }}>
    <ConsentBanner />
  </ConsentManagerProvider>,
)
