import type { ErrorCode } from './error-codes.ts'

/** The states that every surface has (experience, "States every surface has"). */
export const CONSENT_STATES = [
  'checking',
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
 * What a state is to whoever shows it: it asks, it ends by itself, what was agreed holds, it is signed and waits for the network, or the
 * question is over without a license.
 */
export type StateKind = 'asking' | 'passing' | 'held' | 'queued' | 'over'

/** Why a person is asked. `change`: they opened their own agreement to choose anew. */
export type AskReason = 'first' | 'update-minor' | 'update-material' | 'expired' | 'device-unknown' | 'change'

/** What stands of the terms: `shown` only once their text is on screen, and then it is that very text. */
export type TermsStatus = { readonly status: 'loading' | 'error' | 'invalid' } | { readonly status: 'shown'; readonly text: string }

/** What an act came too early for. */
export type Missing = 'terms' | 'reading' | 'purposes' | 'visibility'

/** Where a person stands: the state, and the facts it was reached by. */
export interface ConsentFlow {
  readonly state: ConsentState
  readonly reason: AskReason
  readonly terms: TermsStatus
  /** Reading to the end is required and has not happened. */
  readonly mustRead: boolean
  readonly online: boolean
  readonly supported: boolean
  /** A license is in force, whatever is being asked. */
  readonly held: boolean
  readonly expiring: boolean
  /** The optional use cases that were turned on. */
  readonly granted: readonly string[]
  /** The person accepted, or took back, in this very flow. */
  readonly acted: boolean
  /** What the last Accept came too early for; empty again as soon as it is mended. */
  readonly missing: readonly Missing[]
  readonly error: ErrorCode | undefined
}

/** What a person does. */
export type ConsentAct =
  | { readonly type: 'choose'; readonly usecase: string; readonly on: boolean }
  /** `text` is what was on screen; `empty`: no purpose is necessary and none is on; `obscured`: the platform saw the decision covered or altered. */
  | {
      readonly type: 'accept'
      readonly text: string
      readonly empty?: boolean | undefined
      readonly obscured?: boolean | undefined
    }
  | { readonly type: 'decline' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'withdraw' }
  /** Asks again, or opens the agreement to choose anew; `granted` are the choices to begin with. */
  | { readonly type: 'reopen'; readonly granted?: readonly string[] | undefined }

/** What becomes known: from the client, the terms, the reading, the network. */
export type ConsentFact =
  | { readonly type: 'terms'; readonly terms: TermsStatus }
  | { readonly type: 'reading'; readonly mustRead: boolean }
  | { readonly type: 'network'; readonly online: boolean }
  | { readonly type: 'unsupported' }
  /** Nothing in force answers the agreement. */
  | {
      readonly type: 'asks'
      readonly reason: Exclude<AskReason, 'change'>
      readonly held: boolean
      readonly granted: readonly string[]
    }
  /** A decision is being signed or sent. */
  | { readonly type: 'sending' }
  /** A decision is signed and safe on this device, and waits for the network. */
  | { readonly type: 'queued' }
  /** A decision was refused for good, and dropped. */
  | { readonly type: 'refused'; readonly code: ErrorCode }
  | {
      readonly type: 'held'
      readonly expiring: boolean
      readonly granted: readonly string[]
      readonly code?: ErrorCode | undefined
    }
  /** An update was declined; the old agreement holds. */
  | { readonly type: 'kept'; readonly reason: Exclude<AskReason, 'change'> }
  | { readonly type: 'declined' }
  /** A withdrawal has effect on this device. `withdrawn` with a `code`: the service refused it, and still holds the license. */
  | { readonly type: 'withdrawing' | 'withdrawn'; readonly code?: ErrorCode | undefined }

/** What moves the flow. */
export type ConsentEvent = ConsentAct | ConsentFact

/** The flow before anything is known; what a server renders. */
export const INITIAL_FLOW: ConsentFlow = {
  state: 'checking',
  reason: 'first',
  terms: { status: 'loading' },
  mustRead: false,
  online: true,
  supported: true,
  held: false,
  expiring: false,
  granted: [],
  acted: false,
  missing: [],
  error: undefined,
}
