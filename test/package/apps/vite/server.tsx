import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'

// Runs in Node and prints the server-rendered HTML.
const config = JSON.parse(process.env.LICET_CONFIG ?? '')
process.stdout.write(
  renderToString(
    <StrictMode>
      <App config={config} />
    </StrictMode>,
  ),
)
