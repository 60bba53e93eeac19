import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'

// Run by Node; prints what the page holds before any script runs.
const config = JSON.parse(process.env.LICET_CONFIG ?? '')
process.stdout.write(
  renderToString(
    <StrictMode>
      <App config={config} />
    </StrictMode>,
  ),
)
