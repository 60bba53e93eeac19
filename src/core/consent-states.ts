import type { ErrorCode } from './error-codes.ts'

/** The states of the consent flow. Every surface shows each of them. */
export const CONSENT_STATES = [
  'checking',
  'device-slow',
  'terms-loading',
  'terms-error',
  'terms-invalid',
  'ready',
  'choosing',
  'reading-required',
  'submitting',
  'submit-error',
  'offline',
  'queued',
  'licensed',
  'already-licensed',
  'declined',
  'dismissed',
  'update-minor',
  'update-material',
  'expiring',
  'expired',
  'withdrawing',
  'withdrawn',
  'device-unknown',
  'unsupported',
] as const

/** A state of the consent flow. */
export type ConsentState = (typeof CONSENT_STATES)[number]

/**
 * The kind of a state: `asking` waits for the person, `passing` ends without an act of the person, `licensed` has a license in force,
 * `queued` has a signed decision that is sent or waits for the network, and `ended` has no license.
 */
export type StateKind = 'asking' | 'passing' | 'licensed' | 'queued' | 'ended'

/** Why the person is asked. `change` means that they opened their agreement to choose again. */
export type AskReason = 'first' | 'update-minor' | 'update-material' | 'expired' | 'device-unknown' | 'change'

/** The status of the terms. It is `shown` only while `text` is on screen, and `absent` while no component on the page shows terms. */
export type TermsStatus =
  | { readonly status: 'absent' | 'loading' | 'error' | 'invalid' }
  | { readonly status: 'shown'; readonly text: string }

/** What an Accept was missing. */
export type Missing = 'terms' | 'reading' | 'purposes' | 'visibility'

/** The state of the consent flow, and the facts that led to it. */
export interface ConsentFlow {
  readonly state: ConsentState
  readonly reason: AskReason
  readonly terms: TermsStatus
  /** Whether the person still has to read the terms to the end. */
  readonly mustRead: boolean
  readonly online: boolean
  readonly supported: boolean
  /** Whether a license is in force, even while an update is asked. */
  readonly isLicensed: boolean
  readonly expiring: boolean
  /** The optional use cases that are on. */
  readonly granted: readonly string[]
  /** Whether the person accepted or withdrew on this page. */
  readonly acted: boolean
  /** What the last Accept was missing. An item leaves the list as soon as it is fixed. */
  readonly missing: readonly Missing[]
  readonly error: ErrorCode | undefined
}

/** An act of the person. */
export type ConsentAct =
  | { readonly type: 'choose'; readonly usecase: string; readonly on: boolean }
  /**
   * `text` was on screen. `empty`: no purpose is included. `obscured`: the browser reported that something covered or altered the decision.
   */
  | {
      readonly type: 'accept'
      readonly text: string
      readonly empty?: boolean | undefined
      readonly obscured?: boolean | undefined
    }
  | { readonly type: 'decline' }
  | { readonly type: 'dismiss' }
  /** `isLicensed`: a license is in force, which the flow may not know yet. */
  | { readonly type: 'withdraw'; readonly isLicensed?: boolean | undefined }
  /** Asks again, or opens the agreement to change it. `granted` are the first choices. */
  | { readonly type: 'reopen'; readonly granted?: readonly string[] | undefined }

/** A fact from the client, the terms, the reading position or the network. */
export type ConsentFact =
  | { readonly type: 'terms'; readonly terms: TermsStatus }
  | { readonly type: 'reading'; readonly mustRead: boolean }
  | { readonly type: 'network'; readonly online: boolean }
  /** An act of this page has ended. `fact` is what the client reports now; `undefined` while that is not known yet. */
  | { readonly type: 'act-ended'; readonly act: 'accept' | 'withdraw'; readonly fact: ClientFact | undefined }
  | ClientFact

/** A fact from the client. */
export type ClientFact =
  | { readonly type: 'unsupported' }
  /**
   * The storage of this device has not answered yet, so it is not known whether there is a license. `keepsAccept`: the person pressed Accept
   * before that, and it waits.
   */
  | { readonly type: 'slow'; readonly keepsAccept?: boolean | undefined }
  /** No license in force matches the agreement. */
  | {
      readonly type: 'asks'
      readonly reason: Exclude<AskReason, 'change'>
      readonly isLicensed: boolean
      readonly granted: readonly string[]
    }
  /** A decision is being signed or sent. */
  | { readonly type: 'sending' }
  /** A signed decision is stored on this device and waits for the network. */
  | { readonly type: 'queued' }
  /** The service refused a decision permanently. The client dropped it. */
  | { readonly type: 'refused'; readonly code: ErrorCode }
  | {
      readonly type: 'licensed'
      readonly expiring: boolean
      readonly granted: readonly string[]
      readonly code?: ErrorCode | undefined
    }
  /** The person declined an update. The old license stays in force. */
  | { readonly type: 'update-declined'; readonly reason: Exclude<AskReason, 'change'> }
  | { readonly type: 'declined' }
  /** A withdrawal has effect on this device. A `code` means that the service refused it and still has the license. */
  | { readonly type: 'withdrawing' | 'withdrawn'; readonly code?: ErrorCode | undefined }

/** An event of the consent flow. */
export type ConsentEvent = ConsentAct | ConsentFact

/** The flow before any event, which is also what a server renders. */
export const INITIAL_FLOW: ConsentFlow = {
  state: 'checking',
  reason: 'first',
  terms: { status: 'absent' },
  mustRead: false,
  online: true,
  supported: true,
  isLicensed: false,
  expiring: false,
  granted: [],
  acted: false,
  missing: [],
  error: undefined,
}

/** Returns whether an Accept waits until the storage of a slow device answers. Nothing is signed yet, and any other act takes it back. */
export function keepsAccept({ state, acted }: ConsentFlow): boolean {
  return state === 'device-slow' && acted
}
