import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'

// Runs in Node and prints the server-rendered HTML.
const props = JSON.parse(process.env.LICET_PROPS ?? '')
process.stdout.write(
  renderToString(
    <StrictMode>
      <App {...props} />
    </StrictMode>,
  ),
)
