'use client'

import { type Ref, type RefObject, useCallback, useContext, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type ConsentFlow, type ConsentState, isAsking, kindOf } from '../../core/consent-flow.ts'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import type { ConsentStore } from '../../react/store/consent-store.ts'
import type { ConsentView } from '../../react/store/consent-view.ts'
import { type DecisionOwner, DecisionOwnerContext } from '../../react/store/decision-handlers.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { useStore } from '../../react/store/use-store.ts'
import { focusedIn, mayTakeFocus } from '../kit/may-take-focus.ts'

/** Options of {@link useSubmitConsent}. */
export interface SubmitConsentOptions {
  /** The root of the checkbox. The form around it is delayed. */
  readonly root: RefObject<HTMLElement | null>
  readonly input: RefObject<HTMLInputElement | null>
  /** Whether the person had ticked the box when it began to count. A form library can tick it after that. */
  readonly wasTicked: RefObject<boolean>
  /** Takes the focus when there is no box. */
  readonly answer: RefObject<HTMLElement | null>
  /** Whether the form requires an agreement, even while there is no box. */
  readonly required: boolean
  /** With it the form is not delayed: its own handler requests the license. */
  readonly agreeRef: Ref<() => Promise<boolean>> | undefined
}

/** Result of {@link useSubmitConsent}. */
export interface SubmitConsent {
  /** `failed`: nothing was signed, and the form was not sent. `passed`: the form was sent, with or without an agreement. */
  readonly phase: 'idle' | 'agreeing' | 'failed' | 'passed'
  /** Sends the form again, with the button that was pressed last. */
  readonly resend: () => void
}

/**
 * Creates the license when the form around a checkbox is sent: stops the first submission, agrees, and sends the form again once the
 * license is signed. With `agreeRef`, the form's own handler starts this instead.
 *
 * When nothing is signed, the form is not sent, and the box takes the focus.
 */
export function useSubmitConsent({ root, input, wasTicked, answer, required, agreeRef }: SubmitConsentOptions): SubmitConsent {
  const store = useStore()
  const owner = useContext(DecisionOwnerContext)
  const [phase, setPhase] = useState<SubmitConsent['phase']>('idle')
  const submitter = useRef<HTMLElement | null>(null)
  // The progress of the form for one person. The next person starts again, and the license of the previous person no longer sends the form.
  const turn = useRef({ store, isAgreeing: false, isPassing: false })
  const isAgreed = useSelected(({ flow }) => hasAgreed(flow))
  const last = useRef<{ readonly box: HTMLInputElement | null; readonly isAgreed: boolean }>(undefined)
  useIsomorphicLayoutEffect(() => {
    const box = input.current
    const { current: before } = last
    const isSame = before?.box === box && before.isAgreed === isAgreed && turn.current.store === store
    if (before === undefined && box === null) return
    last.current = { box, isAgreed }
    if (isSame) return
    // The person can tick the box of a server before the page is hydrated. Then form libraries have not noticed.
    const isKept = before === undefined && wasTicked.current
    if (isKept && box !== null) box.checked = false
    setTick(box, isAgreed || isKept)
    // A form reset sets the default. React 19 resets a form after its action.
    if (box !== null) box.defaultChecked = isAgreed
    if (turn.current.store === store) return
    turn.current = { store, isAgreeing: false, isPassing: false }
    setPhase('idle')
  })
  // A tick is for one agreement: after a Decline or a withdrawal, here or elsewhere, the next one needs a new tick.
  useIsomorphicLayoutEffect(() => {
    let last = store.getView()
    return store.subscribe(() => {
      const view = store.getView()
      if (isTurnedDown(last, view)) setTick(input.current, hasAgreed(view.flow))
      last = view
    })
  }, [store, input])
  const resend = useCallback(() => {
    const form = root.current?.closest('form')
    const button = submitter.current
    // A button that is no longer in the form cannot send it.
    form?.requestSubmit(button !== null && 'form' in button && button.form === form ? button : null)
  }, [root])
  /** Creates the license if one is needed. Resolves with whether the form may be sent. */
  const agree = useCallback(async (): Promise<boolean> => {
    const current = turn.current
    const box = input.current
    // A handler of the form may call this before the browser has validated the box.
    if (current.isAgreeing || (box !== null && !box.checked && !box.reportValidity())) return false
    if (maySend(current.store, box, required)) {
      setPhase('passed')
      return true
    }
    if (box === null) {
      answer.current?.focus()
      return false
    }
    current.isAgreeing = true
    setPhase('agreeing')
    const pressed = focusedIn(box)
    const isSigned = isSettled(await agreeFromAnywhere(current.store, owner))
    if (current !== turn.current) return false
    current.isAgreeing = false
    setPhase(isSigned ? 'passed' : 'failed')
    // The person may be typing in another field by now.
    const isWaiting = mayTakeFocus(box) || (focusedIn(box) === pressed && pressed?.matches('button, [type=submit], [type=image]'))
    // A box that is hidden once the person agreed loses the focus.
    if (isSigned) pressed === box && answer.current?.focus()
    else if (isWaiting) (input.current ?? answer.current)?.focus()
    return isSigned
  }, [input, answer, required, owner])
  useImperativeHandle(agreeRef, () => agree, [agree])
  const delaysForm = agreeRef === undefined
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const { ownerDocument } = element
    const tree = element.getRootNode()
    // Events in a shadow root or in a frame do not reach the window of the page.
    const target = (tree === ownerDocument ? ownerDocument.defaultView : undefined) ?? tree
    const onSubmit = (event: Event) => {
      const current = turn.current
      const form = element.closest('form')
      if (!delaysForm || form === null || event.target !== form || current.isPassing) return
      if (maySend(current.store, input.current, required) && !current.isAgreeing) {
        setPhase('passed')
        return
      }
      // In the capture phase of the window, before any other listener and React: those get the second submission.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (current.isAgreeing) return
      const { submitter: button = null }: Partial<SubmitEvent> = event
      submitter.current = button
      const resendAsReady = () => {
        current.isPassing = true
        resend()
        current.isPassing = false
      }
      // In a new task: the browser ignores a form that is sent again while its submit event is dispatched. A license can be signed within
      // it.
      void agree().then((isReady) => isReady && setTimeout(resendAsReady))
    }
    // A box that is ticked by script fires no event. Its old validity message would stop the form once more.
    const onPress = () => {
      if (input.current?.checked) input.current.setCustomValidity('')
    }
    target.addEventListener('click', onPress, { capture: true })
    target.addEventListener('submit', onSubmit, { capture: true })
    return () => {
      target.removeEventListener('click', onPress, { capture: true })
      target.removeEventListener('submit', onSubmit, { capture: true })
    }
  }, [root, input, required, delaysForm, agree, resend])
  return { phase, resend }
}

/** Returns whether the person declined or withdrew between two views, or the license ended. */
function isTurnedDown(before: ConsentView, after: ConsentView): boolean {
  if (before.client.phase === 'opening') return false
  const isOver = (view: ConsentView) => /^declined|^withdr/.test(view.flow.state)
  const endedOf = ({ client }: ConsentView) => (client.licensed ? undefined : client.license?.id)
  const declinedAt = after.client.declined?.at
  return (
    (isOver(after) && !isOver(before)) ||
    (declinedAt !== undefined && declinedAt !== before.client.declined?.at) ||
    (endedOf(after) !== undefined && endedOf(after) !== endedOf(before))
  )
}

/**
 * Ticks a box for someone who agreed, or unticks one that is not ticked for this question. Simulates a press, so that form libraries
 * notice.
 */
function setTick(box: HTMLInputElement | null, isOn: boolean): void {
  if (box === null || box.checked === isOn) return
  box.click()
  // A press on a disabled box does nothing.
  box.checked = isOn
}

/** Returns whether the form may be sent as it is: there is nothing to agree to, or the person has agreed. */
function maySend(store: ConsentStore, box: HTMLInputElement | null, required: boolean): boolean {
  return hasAgreed(store.getView().flow) || (box === null ? !required : !box.checked)
}

/** Agrees in any state. Ticking the box and sending the form replaces an earlier Decline, dismissal or withdrawal. */
async function agreeFromAnywhere(store: ConsentStore, owner: DecisionOwner | undefined): Promise<ConsentState> {
  const state = await nextStableState(store)
  if (isSettled(state)) return state
  const actions = store.actionsOf(owner)
  if (!isAsking(state)) actions.reopen()
  return actions.accept()
}

/** Returns whether the person agreed, now or before, and is not asked again. With a license in force, a Decline of an update keeps it. */
export function hasAgreed({ state, isLicensed }: ConsentFlow): boolean {
  return isSettled(state) || (isLicensed && kindOf(state) === 'ended')
}

/** Returns whether there is nothing left to sign. */
function isSettled(state: ConsentState): boolean {
  const kind = kindOf(state)
  return kind === 'licensed' || kind === 'queued'
}

/** Resolves with the first state that is not temporary. */
function nextStableState(store: ConsentStore): Promise<ConsentState> {
  return new Promise((resolve) => {
    const check = () => {
      const { state } = store.getView().flow
      if (kindOf(state) === 'passing') return
      unsubscribe()
      resolve(state)
    }
    const unsubscribe = store.subscribe(check)
    check()
  })
}
