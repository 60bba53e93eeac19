import type { AgreementChange } from '../client/types.ts'
import type { Weight } from '../terms/diff/compare-license.ts'

/** The weight of a change, `undefined` until it is known. */
export type ChangeWeights = (change: AgreementChange) => Weight | undefined

/** Makes what weighs changes, each once. `onKnown` hears when a weight that was asked for is known. */
export function createChangeWeights(weigh: (change: AgreementChange) => Promise<Weight>, onKnown: () => void): ChangeWeights {
  const weighed = new WeakMap<AgreementChange, { weight?: Weight }>()
  return (change) => {
    const known = weighed.get(change)
    if (known !== undefined) return known.weight
    const entry: { weight?: Weight } = {}
    weighed.set(change, entry)
    void weigh(change)
      // Who cannot tell asks again.
      .catch((): Weight => 'material')
      .then((weight) => {
        entry.weight = weight
        onKnown()
      })
    return undefined
  }
}
