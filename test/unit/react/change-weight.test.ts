import { expect, it } from 'vitest'
import type { AgreementChange } from '../../../src/client/index.ts'
import { createChangeWeights } from '../../../src/react/store/change-weight.ts'

it('experience 14: treats a change that cannot be classified as material', async () => {
  const change = {} as AgreementChange
  let onReady = () => {}
  const ready = new Promise<void>((resolve) => {
    onReady = resolve
  })
  let calls = 0
  const weigh = () => {
    calls++
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  const weightOf = createChangeWeights(weigh, onReady)
  // Each snapshot requests the weight again until it is known.
  expect([weightOf(change), weightOf(change)]).toEqual([undefined, undefined])
  await ready
  expect([weightOf(change), calls]).toEqual(['material', 1])
})
