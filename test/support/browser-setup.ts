import { configure } from '@testing-library/dom'
import { beforeAll } from 'vitest'
import { cdp } from 'vitest/browser'
import { PATIENCE_MS } from './patience.ts'

// Only a failing test waits this long: a query resolves as soon as the page has the element.
configure({ asyncUtilTimeout: PATIENCE_MS })

interface Mouse {
  send(method: 'Input.dispatchMouseEvent', event: object): Promise<unknown>
}

// The files of a worker share a page one after another. Without this, the pointer stays where the file before pressed, and hovers a button.
beforeAll(() => (cdp() as unknown as Mouse).send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 }))
