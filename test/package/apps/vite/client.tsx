import 'licet/styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')
const config = await (await fetch('/config.json')).json()

hydrateRoot(
  root,
  <StrictMode>
    <App config={config} />
  </StrictMode>,
  { onRecoverableError: (error) => console.error(error) },
)
