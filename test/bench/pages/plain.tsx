import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A minimal banner, the baseline of the measurement. */
function Banner() {
  const [open, setOpen] = useState(true)
  if (!open) return null
  return (
    <section aria-label="Consent">
      <h1>Pomelo asks for your permission</h1>
      <p data-visible="">We would like to use your receipts. You can say no.</p>
      <button type="button" onClick={() => setOpen(false)}>
        Agree
      </button>
      <button type="button" onClick={() => setOpen(false)}>
        Decline
      </button>
    </section>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Banner />)
