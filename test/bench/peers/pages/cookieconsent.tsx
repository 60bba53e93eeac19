import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { run } from 'vanilla-cookieconsent'
import 'vanilla-cookieconsent/dist/cookieconsent.css'

function App() {
  useEffect(() => {
    void run({
      // The library treats an automated browser as a bot.
      hideFromBots: false,
      categories: { necessary: { enabled: true, readOnly: true }, analytics: {} },
      language: {
        default: 'en',
        translations: {
          en: {
            consentModal: {
              title: 'Pomelo asks for your permission',
              description: 'We would like to use your receipts. You can say no.',
              acceptAllBtn: 'Agree',
              acceptNecessaryBtn: 'Decline',
              showPreferencesBtn: 'Choose',
            },
            preferencesModal: {
              title: 'Choose',
              acceptAllBtn: 'Agree',
              acceptNecessaryBtn: 'Decline',
              savePreferencesBtn: 'Save',
              sections: [{ title: 'Analytics', description: 'How people buy.', linkedCategory: 'analytics' }],
            },
          },
        },
      },
    })
  }, [])
  return null
}

createRoot(document.getElementById('root')!).render(<App />)
