import { ConsentProvider, ConsentScreen } from 'licet'
import { hydrateRoot } from 'react-dom/client'
import 'licet/styles.css'
import { config } from './config.ts'

const root = document.getElementById('root')
if (root !== null)
  // The HTML of the page has the same tree, see site.ts.
  hydrateRoot(
    root,
    <ConsentProvider config={config} hint={null}>
      <ConsentScreen surface="page" />
    </ConsentProvider>,
  )
