import { ConsentProvider, ConsentScreen } from 'licet'
import { createRoot } from 'react-dom/client'
import 'licet/styles.css'
import { config } from './config.ts'

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <ConsentProvider config={config}>
      <ConsentScreen surface="page" />
    </ConsentProvider>,
  )
