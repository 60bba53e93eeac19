'use client'

import { useContext, useSyncExternalStore } from 'react'
import { StoreContext } from './context.ts'

const never = () => () => {}

/** What is read off the choices; a plain value, so that it renders only when it is another. */
export type ReadChoices<T extends string | boolean> = (isOn: (usecase: string) => boolean) => T

/**
 * Reads something off the choices: those that were given, or with `live` those that the person made below the nearest provider. Each reader
 * follows the choices by itself, so that one of them changing renders nothing around it.
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
