'use client'

import { createContext, useContext } from 'react'
import type { Subscribable } from '../../client/snapshot/subscribable.ts'
import type { ConsentStore } from '../../react/store/consent-store.ts'
import type { ConsentView } from '../../react/store/consent-view.ts'
import type { History } from '../history.ts'
import { useValue } from './use-value.ts'

/** What the panel reads. */
export interface Tools {
  readonly store: ConsentStore
  readonly history: History
  /** Changes when something on the page does. */
  readonly page: Subscribable<object>
  /** Places the panel again. */
  readonly place: () => void
}

/** Not props: a development build of React reads everything that props contain. */
export const ToolsContext = createContext<Tools | undefined>(undefined)

export function useTools(): Tools {
  const tools = useContext(ToolsContext)
  if (tools === undefined) throw new Error('There is no ToolsContext around this part of the devtools. Nothing is shown. Add it.')
  return tools
}

/** Returns the view of the provider. */
export function useView(): ConsentView {
  const { subscribe, getView } = useTools().store
  return useValue({ subscribe, get: getView })
}
