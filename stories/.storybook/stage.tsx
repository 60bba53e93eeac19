import { type ReactNode, StrictMode, useEffect, useRef } from 'react'
import { type Appearance, type ConsentEventDetails, ConsentProvider, useConsent, useTerms, useWithdraw } from '../../src/index.ts'
import type { Messages } from '../../src/locales/format/messages.ts'
import type { Act, Scene } from './scenes.ts'

/** Props of {@link Stage}. */
export interface StageProps {
  readonly scene: Scene
  readonly locale: string
  readonly messages: Messages
  readonly appearance: Appearance
  readonly onEvent: (event: ConsentEventDetails) => void
  readonly children: ReactNode
}

/** Puts a story before the real service, and acts as its person until the wanted state is reached. */
export function Stage({ scene, locale, messages, appearance, onEvent, children }: StageProps): ReactNode {
  return (
    <StrictMode>
      <ConsentProvider
        config={scene.config}
        locale={locale}
        messages={messages}
        appearance={appearance}
        onEvent={onEvent}
        {...(scene.terms && { terms: scene.terms })}
      >
        <Person acts={scene.acts} />
        {children}
      </ConsentProvider>
    </StrictMode>
  )
}

/** Acts as a person would: each act once, when the flow has come to its state. Says on the page how far it is, for whoever waits. */
function Person({ acts }: { readonly acts: readonly Act[] }): ReactNode {
  const consent = useConsent()
  const { withdraw } = useWithdraw()
  // A person who agrees has the terms before them, whatever part the story shows.
  useTerms()
  const done = useRef(0)
  useEffect(() => {
    const next = acts[done.current]
    if (next === undefined || consent.state !== next.when) return
    done.current++
    void next.act({ consent, withdraw })
  }, [acts, consent, withdraw])
  return <div hidden data-stage-state={consent.state} />
}

/** Resolves once the story on a page is in the given state. */
export function whenStaged(root: ParentNode, state: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (root.querySelector(`[data-stage-state="${state}"]`) === null) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(check)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    check()
  })
}
