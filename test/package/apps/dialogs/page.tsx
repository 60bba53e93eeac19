import { ConsentLink, ConsentProvider, ConsentScreen, TermsNotice } from 'licet'
import { type ComponentType, type ReactElement, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A modal dialog of the host app with a title, a button, and more content. */
export interface HostDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: ReactNode
}

/** A library with dialogs. */
export interface Library {
  readonly Dialog: ComponentType<HostDialogProps>
  /** Wraps the app, where the library needs a provider. */
  readonly Host?: ComponentType<{ readonly children: ReactNode }>
  /** A menu with the button "Menu" whose item is the element. It closes when the item is pressed. */
  readonly Menu?: ComponentType<{ readonly item: ReactElement }>
}

declare global {
  interface Window {
    /** Opens a dialog as the host app does: not by a press. */
    show: (what: 'ours' | 'theirs') => void
  }
}

const Fragment = ({ children }: { readonly children: ReactNode }) => children

/** Renders a surface of the kit and a dialog of the library. The query says which surface, and whether the dialog contains it. */
export function show({ Dialog, Host = Fragment, Menu }: Library): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element with the id "root".')
  const query = new URLSearchParams(location.search)
  const surface = query.get('surface') ?? 'dialog'
  const isInside = query.has('inside')

  function App(): ReactElement {
    const [ours, setOurs] = useState(false)
    const [theirs, setTheirs] = useState(false)
    window.show = (what) => (what === 'ours' ? setOurs(true) : setTheirs(true))
    const state = { open: ours, onOpenChange: setOurs }
    const part =
      surface === 'notice' ? (
        <TermsNotice surface="dialog" {...state} />
      ) : surface === 'settings' ? (
        <ConsentLink {...state} />
      ) : (
        <ConsentScreen surface={surface === 'sheet' ? 'sheet' : 'dialog'} {...state} />
      )
    return (
      <ConsentProvider preview={surface === 'notice' ? 'update-material' : surface === 'settings' ? 'already-licensed' : 'ready'}>
        <h1>Pomelo</h1>
        {Menu && <Menu item={<ConsentLink>Your data license</ConsentLink>} />}
        <Dialog open={theirs} onOpenChange={setTheirs}>
          <button type="button">Theirs</button>
          {isInside && part}
        </Dialog>
        {!isInside && part}
      </ConsentProvider>
    )
  }

  createRoot(root).render(
    <Host>
      <App />
    </Host>,
  )
}
