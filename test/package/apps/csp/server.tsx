import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'

// Runs in Node and prints the server-rendered HTML of every page as JSON.
const { config, nonce, paths } = JSON.parse(process.env.LICET_PAGES ?? '')
const render = (path: string) =>
  renderToString(
    <StrictMode>
      <App config={config} path={path} nonce={nonce} />
    </StrictMode>,
  )
process.stdout.write(JSON.stringify(paths.map((path: string) => [path, render(path)])))
