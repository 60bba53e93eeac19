import type { AgreementChange } from '../../client/types.ts'
import type { Weight } from '../../terms/diff/compare-license.ts'

/** Returns the weight of a change; `undefined` until it is computed. */
export type ChangeWeights = (change: AgreementChange) => Weight | undefined

/** Creates a function that computes the weight of each change once, and calls `onReady` when a requested weight is computed. */
export function createChangeWeights(weigh: (change: AgreementChange) => Promise<Weight>, onReady: () => void): ChangeWeights {
  const results = new WeakMap<AgreementChange, { weight?: Weight }>()
  return (change) => {
    const result = results.get(change)
    if (result !== undefined) return result.weight
    const entry: { weight?: Weight } = {}
    results.set(change, entry)
    void weigh(change)
      // If the change cannot be classified, ask again.
      .catch((): Weight => 'material')
      .then((weight) => {
        entry.weight = weight
        onReady()
      })
    return undefined
  }
}
