import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ConsentProvider } from '../../../src/react/index.ts'
import { SURFACES } from './driven.tsx'
import { appear } from './harness.tsx'

afterEach(cleanup)

/** A person who declined is asked by a gate, and one who agreed by everything else. */
const stateFor = (name: string) => (name === 'a gate' ? 'declined' : 'update-material')

function App({ name = '', part }: { readonly name?: string; readonly part?: ReactNode }) {
  return (
    <main>
      <h1>Host app</h1>
      {part && <ConsentProvider preview={stateFor(name)}>{part}</ConsentProvider>}
    </main>
  )
}

/** The elements of the kit that are inside of no other one. */
const outermost = () =>
  [...document.querySelectorAll('[data-licet], [class^=licet-]')].filter(
    ({ parentElement }) => !parentElement?.closest('[data-licet]'),
  )

// Cause: React removes an element from the place where it was rendered. A content blocker had removed it before, so React threw and
// removed the whole host app.
it.each(SURFACES)('the host app survives the end of %s that a content blocker has removed', async (name, part) => {
  const { container, rerender } = render(<App name={name} part={part} />)
  await appear('[data-licet] :is(button, input)')
  // The empty place of a gate whose code loads.
  await expect.poll(() => document.querySelector('[data-part="gate"]:empty')).toBeNull()
  const removed = outermost()
  for (const element of removed) element.remove()
  rerender(<App />)
  expect(container.innerHTML).toBe('<main><h1>Host app</h1></main>')
  expect(removed.filter(({ isConnected }) => isConnected)).toEqual([])
})
