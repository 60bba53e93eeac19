import * as klaro from 'klaro'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  useEffect(() => {
    klaro.setup({
      lang: 'en',
      privacyPolicy: 'https://pomelo.example/privacy',
      translations: { en: { purposes: { analytics: 'Analytics' } } },
      services: [{ name: 'receipts', title: 'Receipts', purposes: ['analytics'] }],
    })
  }, [])
  return null
}

createRoot(document.getElementById('root')!).render(<App />)
