'use client'

import { type Ref, type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type ConsentState, isAsking, kindOf } from '../../core/consent-flow.ts'
import type { ConsentStore } from '../../react/consent-store.ts'
import { useStore } from '../../react/context.ts'
import { useIsomorphicLayoutEffect } from '../../react/use-isomorphic-layout-effect.ts'

/** What {@link useSubmitConsent} works on. */
export interface SubmitConsentOptions {
  /** The root of the checkbox: the form around it is held. */
  readonly root: RefObject<HTMLElement | null>
  readonly input: RefObject<HTMLInputElement | null>
  /** Takes the focus where there is no box to give it to. */
  readonly answer: RefObject<HTMLElement | null>
  /** The form cannot be sent without an agreement, also while there is no box to tick. */
  readonly required: boolean
  /** Given, the form is not held: its own handler asks for the license. */
  readonly agreeRef: Ref<() => Promise<boolean>> | undefined
}

/** What {@link useSubmitConsent} tells. */
export interface SubmitConsent {
  /** `failed`: nothing was signed, and the form stays where it is. `passed`: it went, with or without an agreement. */
  readonly phase: 'idle' | 'agreeing' | 'failed' | 'passed'
  /** Sends the form once more, by the button that was pressed last. */
  readonly resend: () => void
}

/**
 * Makes the license when the form of a checkbox is sent: holds the first submission back, agrees, and sends the form again once that is signed;
 * or makes it when the form's own handler says so. Not signed, the form stays where it is, and the box takes the focus.
 */
export function useSubmitConsent({ root, input, answer, required, agreeRef }: SubmitConsentOptions): SubmitConsent {
  const store = useStore()
  const [phase, setPhase] = useState<SubmitConsent['phase']>('idle')
  const submitter = useRef<HTMLElement | null>(null)
  // What the form is at, for one person. The next begins anew, and what comes of a license of the one before sends nothing any more.
  const turn = useRef({ store, isAgreeing: false, isPassing: false })
  const lastBox = useRef<HTMLInputElement | null>(null)
  useIsomorphicLayoutEffect(() => {
    const isSameBox = lastBox.current === input.current
    lastBox.current = input.current
    if (turn.current.store === store && isSameBox) return
    untick(input.current)
    if (turn.current.store === store) return
    turn.current = { store, isAgreeing: false, isPassing: false }
    setPhase('idle')
  })
  const resend = useCallback(() => {
    const form = root.current?.closest('form')
    const button = submitter.current
    // A button that is gone from the form cannot send it.
    form?.requestSubmit(button !== null && 'form' in button && button.form === form ? button : null)
  }, [root])
  /** Makes the license, where there is one to make; tells whether the form may go. */
  const agree = useCallback(async (): Promise<boolean> => {
    const now = turn.current
    const box = input.current
    // Asked by a handler, no browser has looked at the box.
    if (now.isAgreeing || (box !== null && !box.checked && !box.reportValidity())) return false
    if (mayGo(now.store, box, required)) {
      setPhase('passed')
      return true
    }
    if (box === null) {
      answer.current?.focus()
      return false
    }
    now.isAgreeing = true
    setPhase('agreeing')
    const isSigned = isSettled(await agreeFromAnywhere(now.store))
    if (now !== turn.current) return false
    now.isAgreeing = false
    setPhase(isSigned ? 'passed' : 'failed')
    if (!isSigned) (input.current ?? answer.current)?.focus()
    return isSigned
  }, [input, answer, required])
  useImperativeHandle(agreeRef, () => agree, [agree])
  const holds = agreeRef === undefined
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const { ownerDocument } = element
    const tree = element.getRootNode()
    // No event of a shadow root, or of a frame's document, comes to the window of the page.
    const target = (tree === ownerDocument ? ownerDocument.defaultView : undefined) ?? tree
    const onSubmit = (event: Event) => {
      const now = turn.current
      const form = element.closest('form')
      if (!holds || form === null || event.target !== form || now.isPassing) return
      if (mayGo(now.store, input.current, required) && !now.isAgreeing) {
        setPhase('passed')
        return
      }
      // Before any other listener, React's included: they hear the second submission.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (now.isAgreeing) return
      const { submitter: button = null }: Partial<SubmitEvent> = event
      submitter.current = button
      void agree().then((goes) => {
        if (!goes) return
        now.isPassing = true
        resend()
        now.isPassing = false
      })
    }
    // A box ticked by script tells nobody: what was said of it unticked would hold the form once more.
    const onPress = () => {
      if (input.current?.checked) input.current.setCustomValidity('')
    }
    target.addEventListener('click', onPress, { capture: true })
    target.addEventListener('submit', onSubmit, { capture: true })
    return () => {
      target.removeEventListener('click', onPress, { capture: true })
      target.removeEventListener('submit', onSubmit, { capture: true })
    }
  }, [root, input, required, holds, agree, resend])
  return { phase, resend }
}

/** Takes the tick out of a box that is new to this person, whoever put it there: as a press does, so that a form library hears of it. */
function untick(box: HTMLInputElement | null): void {
  if (!box?.checked) return
  box.click()
  // Nothing comes of a press on what is disabled.
  box.checked = false
}

/** Nothing is to be agreed to, or it was. */
function mayGo(store: ConsentStore, box: HTMLInputElement | null, required: boolean): boolean {
  return box === null ? !required : !box.checked || isSettled(store.getView().flow.state)
}

/** Agrees from wherever the person stands: to tick the box and send it takes back a Decline, a dismissal or a withdrawal. */
async function agreeFromAnywhere(store: ConsentStore): Promise<ConsentState> {
  const state = await lasting(store)
  if (isSettled(state)) return state
  if (!isAsking(state)) store.actions.reopen()
  return store.actions.accept()
}

/** There is nothing left to sign: the form may go on. */
function isSettled(state: ConsentState): boolean {
  const kind = kindOf(state)
  return kind === 'held' || kind === 'queued'
}

/** The state, once it is one that does not pass by itself. */
function lasting(store: ConsentStore): Promise<ConsentState> {
  return new Promise((resolve) => {
    const check = () => {
      const { state } = store.getView().flow
      if (kindOf(state) === 'passing') return
      stop()
      resolve(state)
    }
    const stop = store.subscribe(check)
    check()
  })
}
