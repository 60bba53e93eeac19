import { describe, expect, test } from 'vitest'
import type { Purpose } from '../../../src/core/agreement.ts'
import { grantedIn, includedPurposes } from '../../../src/core/included-purposes.ts'
import { coversUse } from '../../../src/core/license.ts'

const purpose = (usecase: Purpose['usecase'], necessary = false): Purpose => ({ usecase, necessary, destinations: ['a.example'] })
const license = (...usecases: string[]) => [{ usecases, destinations: ['a.example'] }]
const usecasesOf = (purposes: readonly Purpose[]) => purposes.map(({ usecase }) => usecase)

describe('includedPurposes', () => {
  const purposes = [purpose('analytics'), purpose('attribution', true), purpose('support')]

  test('returns the necessary purposes and the optional ones that are on, in the order of the agreement', () => {
    expect(usecasesOf(includedPurposes(purposes, () => false))).toEqual(['attribution'])
    expect(usecasesOf(includedPurposes(purposes, (usecase) => usecase === 'support'))).toEqual(['attribution', 'support'])
    expect(usecasesOf(includedPurposes(purposes, () => true))).toEqual(['analytics', 'attribution', 'support'])
  })

  test('treats an optional `*` as a separate purpose', () => {
    const all = [purpose('*'), purpose('analytics')]
    expect(usecasesOf(includedPurposes(all, (usecase) => ['*'].includes(usecase)))).toEqual(['*'])
  })
})

describe('grantedIn', () => {
  test('returns the optional purposes that a license names, in the order of the agreement', () => {
    const purposes = [purpose('analytics'), purpose('attribution', true), purpose('support')]
    expect(grantedIn(license('support', 'attribution', 'analytics'), purposes)).toEqual(['analytics', 'support'])
    expect(grantedIn(license('attribution', 'retargeting'), purposes)).toEqual([])
    expect(grantedIn([], purposes)).toEqual([])
  })

  // Regression: the hooks used coversUse(), so after a license for `*` the screen showed purposes as on that the person had left off.
  test('returns no optional purpose for a license that permits `*`', () => {
    const purposes = [purpose('*', true), purpose('analytics')]
    expect(coversUse(license('*'), 'analytics')).toBe(true)
    expect(grantedIn(license('*'), purposes)).toEqual([])
    expect(grantedIn(license('*', 'analytics'), purposes)).toEqual(['analytics'])
  })

  test('returns an optional `*` that a license names, and nothing else for it', () => {
    expect(grantedIn(license('*'), [purpose('*'), purpose('analytics')])).toEqual(['*'])
  })
})
