'use client'

import { useContext, useSyncExternalStore } from 'react'
import { StoreContext } from '../provider/context.ts'

const never = () => () => {}

/** Reads a plain value from the choices. The component renders only when that value changes. */
export type ReadChoices<T extends string | boolean> = (isOn: (usecase: string) => boolean) => T

/**
 * Reads a value from the given choices or, with `live`, from the choices that the person makes below the nearest provider.
 *
 * Each reader subscribes separately, so that a change of one choice renders nothing around it.
 */
export function useChosen<T extends string | boolean>(given: ReadonlySet<string> | 'live', choices: ReadChoices<T>): T {
  const store = useContext(StoreContext)
  const live = given === 'live' ? store : undefined
  const readGiven = () => choices((usecase) => given !== 'live' && given.has(usecase))
  return useSyncExternalStore(
    live?.subscribe ?? never,
    live === undefined ? readGiven : () => choices((usecase) => live.getView().flow.granted.includes(usecase)),
    readGiven,
  )
}
