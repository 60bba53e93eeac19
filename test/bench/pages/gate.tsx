import { ConsentGate, ConsentProvider, useLicense } from 'licet'
import { createRoot } from 'react-dom/client'
import { config } from './config.ts'

/** What the host app shows to a person who agreed. */
function Offers() {
  const mayRetarget = useLicense((license) => license.permits('retargeting'))
  return <p data-ready="">Offers{mayRetarget && ', also elsewhere'}</p>
}

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <ConsentProvider config={config}>
      <ConsentGate usecase="analytics">
        <Offers />
      </ConsentGate>
    </ConsentProvider>,
  )
