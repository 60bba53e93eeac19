import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ConsentScreen } from '../../../src/components/index.ts'
import { ConsentProvider } from '../../../src/react/index.ts'
import { appear } from './harness.tsx'

afterEach(cleanup)

function App({ surface }: { readonly surface?: 'dialog' | 'page' }) {
  return (
    <main>
      <h1>Host app</h1>
      {surface && (
        <ConsentProvider preview="ready">
          <ConsentScreen surface={surface} />
        </ConsentProvider>
      )}
    </main>
  )
}

// Cause: React removes an element from the place where it was rendered. A content blocker had removed it before, so React threw and
// removed the whole host app.
it.each(['dialog', 'page'] as const)(
  'the host app survives the end of a %s that a content blocker has removed',
  async (surface) => {
    const { container, rerender } = render(<App surface={surface} />)
    const screen = await appear('.licet-screen')
    await appear('[data-part="accept"]')
    screen.remove()
    rerender(<App />)
    expect(container.innerHTML).toBe('<main><h1>Host app</h1></main>')
    expect(screen.isConnected).toBe(false)
  },
)
