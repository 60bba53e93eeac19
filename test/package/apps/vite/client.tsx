import 'licet/styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')
const props = await (await fetch('/props.json')).json()

hydrateRoot(
  root,
  <StrictMode>
    <App {...props} />
  </StrictMode>,
  { onRecoverableError: (error) => console.error(error) },
)
