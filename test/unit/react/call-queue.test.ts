import { afterEach, expect, it, vi } from 'vitest'
import { createCallQueue } from '../../../src/react/store/call-queue.ts'

afterEach(() => vi.unstubAllGlobals())

it('runs the calls after one that throws, in order, and reports the error to the page', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const fault = new Error('from the host app')
  const calls: string[] = []
  const enqueue = createCallQueue()
  enqueue(() => {
    calls.push('shown')
    throw fault
  })
  enqueue(() => calls.push('withdrawn'))
  await expect.poll(() => calls).toEqual(['shown', 'withdrawn'])
  expect(reported).toEqual([fault])
})
