'use client'

import { type RefObject, useEffect } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { useStore } from '../../react/context.ts'

/** States in which there is nothing left to sign: the form may go on. */
const SETTLED: ReadonlySet<ConsentState> = new Set(['licensed', 'already-licensed', 'queued', 'expiring'])

/**
 * Makes the license when the form of a checkbox is sent: holds the first submission back, agrees, and sends the form again once that is signed.
 * Not signed, the form stays where it is.
 */
export function useSubmitConsent(input: RefObject<HTMLInputElement | null>): void {
  const store = useStore()
  useEffect(() => {
    let passing = false
    const onSubmit = (event: SubmitEvent) => {
      const box = input.current
      const form = box?.form
      if (!box || !form || event.target !== form || passing || !box.checked || SETTLED.has(store.getView().flow.state)) return
      // Before any other listener, React's included: they hear the second submission.
      event.preventDefault()
      event.stopImmediatePropagation()
      const { submitter } = event
      void store.acts.accept().then((state) => {
        if (!SETTLED.has(state)) return
        passing = true
        form.requestSubmit(submitter)
        passing = false
      })
    }
    window.addEventListener('submit', onSubmit, { capture: true })
    return () => window.removeEventListener('submit', onSubmit, { capture: true })
  }, [input, store])
}
