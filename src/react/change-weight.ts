import type { AgreementChange } from '../client/types.ts'
import type { Weight } from '../terms/compare-license.ts'

/** The weight of a change, `undefined` until it is known. */
export type ChangeWeights = (change: AgreementChange) => Weight | undefined

/** Makes what weighs changes, each once. `onKnown` hears when a weight that was asked for is known. */
export function createChangeWeights(weigh: (change: AgreementChange) => Promise<Weight>, onKnown: () => void): ChangeWeights {
  const known = new WeakMap<AgreementChange, Weight>()
  return (change) => {
    const weight = known.get(change)
    if (weight === undefined)
      void weigh(change)
        // Who cannot tell asks again.
        .catch((): Weight => 'material')
        .then((found) => {
          known.set(change, found)
          onKnown()
        })
    return weight
  }
}
