import { ConsentButton, ConsentProvider, ConsentScreen, type ConsentScreenProps } from 'licet'
import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** A style system of the host app. */
export interface System {
  /** Wraps the app, where the system needs a provider. */
  readonly Host?: ComponentType<{ readonly children: ReactNode }>
  /** A class of the system that sets a padding of 16 px. */
  readonly padding?: string
  /** A screen with this padding, where components get it from the system without a class. */
  readonly Screen?: ComponentType<ConsentScreenProps>
  /** A class of the system that centers the title. */
  readonly centered?: string
}

const Fragment = ({ children }: { readonly children: ReactNode }) => children

/** Shows the question of a preview, so that no service runs. */
export function show({ Host = Fragment, Screen = ConsentScreen, padding, centered }: System): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element with the id "root".')
  const elements = padding === undefined || centered === undefined ? {} : { 'screen-title': centered, decline: padding }
  createRoot(root).render(
    <StrictMode>
      <Host>
        {/* Every system has another font. The kit takes the font of the page, so sizes can only be compared with one font. */}
        <ConsentProvider preview="ready" appearance={{ variables: { 'font-family': 'Arial' }, elements }}>
          <Screen surface="inline" className={Screen === ConsentScreen ? padding : undefined} />
          <ConsentButton>Your choice</ConsentButton>
        </ConsentProvider>
      </Host>
    </StrictMode>,
  )
}
