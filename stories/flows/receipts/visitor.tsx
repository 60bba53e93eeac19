import { ConsentProvider } from 'licet'
import type { ServiceClientConfig } from 'licet/client'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { appearance } from './appearance.ts'

/** The configuration of the shopper of this demo. */
export const ConfigContext = createContext<ServiceClientConfig | undefined>(undefined)

/** Result of {@link useVisitor}. */
export interface Visitor {
  readonly config: ServiceClientConfig
  /** Starts again as a person who has not decided. */
  readonly restart: () => void
}

/** Returns the configuration of a separate person for one page of the demo, so that its question is still open. */
export function useVisitor(page: string): Visitor {
  const config = useContext(ConfigContext)
  if (config === undefined) throw new Error('The page has no configuration. Render it inside of ConfigContext.')
  const key = `pomelo-${page}`
  const [count, setCount] = useState(() => Number(localStorage.getItem(key) ?? 1))
  const restart = () => {
    localStorage.setItem(key, String(count + 1))
    setCount(count + 1)
  }
  return { config: { ...config, userId: `${config.userId}-${page}-${count}` }, restart }
}

interface VisitorPageProps {
  readonly visitor: Visitor
  readonly children: ReactNode
  /** Comes last, so that nothing moves when it arrives. */
  readonly banner?: ReactNode
}

/** A page for another person. */
export function VisitorPage({ visitor, children, banner }: VisitorPageProps) {
  const { config, restart } = visitor
  return (
    <ConsentProvider key={config.userId} config={config} appearance={appearance}>
      {children}
      <p className="quiet">
        This page is about another shopper.{' '}
        <button type="button" className="quiet-link" onClick={restart}>
          Start again
        </button>
      </p>
      {banner}
    </ConsentProvider>
  )
}
