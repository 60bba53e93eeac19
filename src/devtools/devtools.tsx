'use client'

import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Subscribable } from '../client/snapshot/subscribable.ts'
import { useConsentStore } from '../react/provider/context.ts'
import { forceDirection } from './direction.ts'
import { createHistory, followStates } from './history.ts'
import type { LicetDevtoolsProps } from './licet-devtools.tsx'
import { type Overrides, overrides } from './overrides.ts'
import { Panel } from './panel/panel.tsx'
import { STYLES } from './panel/styles.ts'
import { ToolsContext } from './panel/tools.ts'
import { placeHost } from './place-host.ts'

/** The name of the element. A page has no styles for it. */
const HOST = 'licet-devtools'

/** Events of the panel that a dialog or a menu around it must not get. */
const OWN_EVENTS = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'keydown',
  'keyup',
  'focusin',
  'focusout',
  'input',
  'change',
]

/**
 * The button and the panel, in a shadow root and as a separate React root: styles of the page do not reach them, and an error or a suspended
 * part of the app does not take them away.
 */
export function Devtools({ position = 'bottom-left', ...props }: LicetDevtoolsProps): ReactNode {
  const store = useConsentStore()
  const [history] = useState(createHistory)
  const [page] = useState(() => new Subscribable<object>({}))
  const [shown, setShown] = useState<{ readonly root: Root; readonly place: () => void }>()

  // Before the provider reads the record, whose layout effect is later.
  useLayoutEffect(() => followStates(store, history), [store, history])

  useEffect(followDirection, [])

  useEffect(() => {
    // Without popovers, such as in jsdom, there is nothing to show.
    if (!('popover' in HTMLElement.prototype)) return
    const { host, panel } = createHost()
    const { place, end } = placeHost(host, position, () => page.set({}))
    const root = createRoot(panel)
    setShown({ root, place })
    return () => {
      end()
      setShown(undefined)
      // React may be rendering now.
      setTimeout(() => root.unmount())
    }
  }, [page, position])

  useEffect(() => {
    const { root, place } = shown ?? {}
    if (place === undefined) return
    root?.render(
      <ToolsContext.Provider value={{ store, history, page, place }}>
        <Panel {...props} position={position} />
      </ToolsContext.Provider>,
    )
  })
  return null
}

/** Applies the direction of the overrides to the page. Returns a function that ends this. */
function followDirection(): () => void {
  let end = () => {}
  let current: Overrides['direction']
  const apply = () => {
    const { direction } = overrides.get()
    if (direction === current) return
    current = direction
    end()
    end = direction === undefined ? () => {} : forceDirection(direction)
  }
  apply()
  const unsubscribe = overrides.subscribe(apply)
  return () => {
    unsubscribe()
    end()
  }
}

function createHost(): { readonly host: HTMLElement; readonly panel: HTMLElement } {
  const host = document.createElement(HOST)
  host.popover = 'manual'
  const shadow = host.attachShadow({ mode: 'open' })
  // A style sheet in script needs no permission of a Content Security Policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  shadow.adoptedStyleSheets = [sheet]
  const panel = document.createElement('div')
  shadow.append(panel)
  for (const type of OWN_EVENTS) host.addEventListener(type, (event) => event.stopPropagation())
  return { host, panel }
}
