import { afterEach, expect, it, vi } from 'vitest'
import { createEventQueue } from '../../../src/react/event-queue.ts'

afterEach(() => vi.unstubAllGlobals())

it('a listener that throws hears what comes later all the same, and its fault is told to the page', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const fault = new Error('mine')
  const heard: string[] = []
  const tell = createEventQueue(({ type }) => {
    heard.push(type)
    if (heard.length === 1) throw fault
  })
  tell(Promise.resolve({ type: 'shown', reason: 'first', termsHash: undefined } as const))
  tell({ type: 'withdrawn' })
  await expect.poll(() => heard).toEqual(['shown', 'withdrawn'])
  expect(reported).toEqual([fault])
})
