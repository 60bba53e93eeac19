import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'licet/styles.css'
import './app.css'
import { ConsentProvider } from 'licet'
import { App } from './app.tsx'
import { loadConfig } from './load-config.ts'

/** Sets the tokens of the kit to the colors of Pomelo, which follow the color scheme. */
const appearance = {
  variables: {
    'color-surface': 'var(--paper)',
    'color-sunken': 'var(--ground)',
    'color-text': 'var(--ink)',
    'color-muted': 'var(--quiet)',
    'color-border': 'var(--line)',
    'color-border-strong': 'var(--edge)',
    'color-accent': 'var(--fruit)',
    'color-accent-soft': 'var(--leaf)',
    'color-decision-surface': 'var(--wood)',
    'color-decision-hover': 'var(--line)',
    'color-decision-text': 'var(--ink)',
    'color-decision-border': 'var(--edge)',
  },
}

const config = await loadConfig()
const container = document.getElementById('root')
if (container === null) throw new Error('The demo cannot render, because index.html has no element with the id "root".')

createRoot(container).render(
  <StrictMode>
    <ConsentProvider config={config} appearance={appearance}>
      <App />
    </ConsentProvider>
  </StrictMode>,
)
