import { expect, it } from 'vitest'
import type { AgreementChange } from '../../../src/client/index.ts'
import { createChangeWeights } from '../../../src/react/change-weight.ts'

it('experience 14: a change that cannot be weighed is material, so that nobody is passed over', async () => {
  const change = {} as AgreementChange
  let tell = () => {}
  const known = new Promise<void>((resolve) => {
    tell = resolve
  })
  let weighed = 0
  const weigh = () => {
    weighed++
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  const weightOf = createChangeWeights(weigh, tell)
  // Asked by every snapshot until it is known.
  expect([weightOf(change), weightOf(change)]).toEqual([undefined, undefined])
  await known
  expect([weightOf(change), weighed]).toEqual(['material', 1])
})
