import type { AgreementChange, LicenseLog, LogFork, PendingDecision, StorageKind } from '../client/types.ts'
import type { Agreement } from '../core/agreement.ts'
import type { AskReason, ConsentState, Missing } from '../core/consent-states.ts'
import type { LicetError } from '../core/errors.ts'
import type { License, LicenseStatus } from '../core/license.ts'
import type { Usecase } from '../core/usecases.ts'
import type { ReceiptFacts } from '../receipt/receipt-facts.ts'
import type { LicenseDiff } from '../terms/diff/diff-license.ts'
import type { TermsComparison } from '../terms/diff/diff-terms.ts'
import type { PreparedTemplate, TermsTree } from '../terms/index.ts'

/** A requirement that was not met when the person pressed Accept, and the part of the screen that meets it. An error summary links to that part. */
export interface MissingPart {
  /** The requirement: the terms on screen, the text read to its end, at least one purpose turned on, or a decision that nothing covers. */
  readonly what: Missing
  /** `data-part` of the element that meets the requirement. */
  readonly part: 'terms' | 'terms-end' | 'purposes' | 'decision'
}

/** Options of {@link ConsentActions.accept}. */
export interface AcceptOptions {
  /** Result of `isObscured()` of `useObscured()` for the decision. `true` refuses the Accept with `decision_obscured`. */
  readonly obscured?: boolean | undefined
  /** What `Decision` measured at the press. Refuses the Accept with `decision_obscured`. Pass it on from `onAccept`. */
  readonly altered?: AlteredChoice | undefined
}

/** What the styles of a page did to the choice, as it was measured at the press of Accept. */
export interface AlteredChoice {
  /**
   * What the person cannot see as it should be: Decline, both choices as equals, or the facts and the notice. `cover`: something covers one of the
   * buttons.
   */
  readonly part: 'decline' | 'choices' | 'facts' | 'cover'
  /** What was measured, for developers. */
  readonly measured: string
}

/**
 * The acts of the person. Each function keeps its identity, so it can be passed to `onClick` directly. Failures are in `error`; only a
 * mistake in code throws.
 */
export interface ConsentActions {
  /**
   * Turns an optional purpose on or off.
   *
   * @throws {LicetError} `invalid_configuration` when `usecase` is not a purpose of the agreement
   */
  readonly choose: (usecase: string, on: boolean) => void
  /**
   * Agrees to the text that `useTerms()` shows, with the current choices. An Accept that comes too early signs nothing and fills `missing`.
   *
   * Resolves with the state that follows: `licensed`, `queued`, `submit-error`, or the current state when something is missing.
   */
  readonly accept: (options?: AcceptOptions) => Promise<ConsentState>
  /**
   * Declines the agreement. The device remembers the refusal; nothing is sent. While an agreement is on its way to the service, in the
   * states `submitting` and `queued`, it withdraws that agreement.
   */
  readonly decline: () => void
  /** Closes the question without a decision, as Escape, the back button or a click on the overlay do. */
  readonly dismiss: () => void
  /** Repeats what failed or waits: loading the terms, the delivery, or the refused Accept. */
  readonly retry: () => void
  /** Asks again after a Decline, a dismissal or a withdrawal. With a license in force, opens the choices again. */
  readonly reopen: () => void
}

/** The result of `useConsent()`. */
export interface UseConsentResult extends ConsentActions {
  /** The state of the consent flow, for example `ready`, `queued`, `licensed` or `declined`. `docs/reference/states.md` lists every state. */
  readonly status: ConsentState
  /**
   * `true` while the flow waits for storage, the network or the service: `checking`, `terms-loading`, `submitting` or `withdrawing`; also in
   * `device-slow`, when the person pressed Accept before. Nothing is signed then.
   */
  readonly isPending: boolean
  /** The error of the last act, until the next act. Distinguish cases by `error.code`. */
  readonly error: LicetError | undefined
  /**
   * The agreement of the configuration, checked and with every default filled in. While the status is `checking`, it may contain only the
   * texts of the configuration, without data and purposes. It has its `template` where a component of the kit shows the terms.
   */
  readonly agreement: Agreement & { readonly template?: PreparedTemplate }
  /** Why the person is asked. */
  readonly reason: AskReason
  /** `true` when the status asks for a decision, so Decline has to be on screen. */
  readonly isAsking: boolean
  /** `true` when Accept may be on screen: the status asks for a decision and the terms are shown. */
  readonly canAccept: boolean
  /** The optional use cases that are turned on. */
  readonly granted: ReadonlySet<string>
  /** The use cases that an Accept signs: the necessary ones and those that are turned on. */
  readonly usecases: ReadonlySet<string>
  /** A decision that is signed on this device and not yet confirmed by the service. Its `retryAt` is the time of the next attempt. */
  readonly pendingDecision: PendingDecision | undefined
  /** Whether the browser reports a network connection. */
  readonly isOnline: boolean
  /** `memory` means that decisions are lost when the page closes, because storage is blocked, full or missing. */
  readonly storage: StorageKind
  /** What an early Accept lacked. Each entry goes away when its requirement is met. */
  readonly missing: readonly MissingPart[]
}

/** The result of `useTerms()`. A component that calls the hook has to render the text: the flow counts it as shown. */
export interface UseTermsResult {
  /** `error`: the terms did not load, and `retry` may help. `invalid`: nobody can agree to this text. */
  readonly status: 'pending' | 'ready' | 'error' | 'invalid'
  /** `true` while the terms load. */
  readonly isPending: boolean
  /** The text to show. An Accept signs exactly these bytes. Empty unless `status` is `ready`. */
  readonly text: string
  /** SHA3-256 of the text, base64url. `undefined` on the server and while it is computed. */
  readonly hash: string | undefined
  /** Language of the text, a BCP 47 tag. */
  readonly locale: string
  /** The parsed document: of a template, or of a prepared agreement. `undefined` for Markdown that the browser parses. */
  readonly tree: TermsTree | undefined
  /** Why the text cannot be shown or agreed to. */
  readonly error: LicetError | undefined
  /** Loads the terms again. */
  readonly retry: () => void
}

/** The result of `useSuspenseTerms()`: the loaded terms, as in {@link UseTermsResult}. */
export type UseSuspenseTermsResult = Pick<UseTermsResult, 'text' | 'hash' | 'locale' | 'tree'>

/** The result of `useTermsDiff()`. */
export interface UseTermsDiffResult {
  /** `none`: the person never agreed, or nothing changed since. */
  readonly status: 'none' | 'pending' | 'ready' | 'error'
  /** `true` while the comparison loads or runs. */
  readonly isPending: boolean
  /** Why the comparison is not available. The terms themselves can still be shown and accepted. */
  readonly error: LicetError | undefined
  /** The agreement that the person accepted and the agreement that is configured now. */
  readonly change: AgreementChange | undefined
  /** The redline of the text, clause by clause. */
  readonly terms: TermsComparison | undefined
  /** The changes in data, uses, recipients, duration and reward, as sentences in the language of the terms. */
  readonly license: LicenseDiff | undefined
  /** A minor change is only shown; a material change is asked for again. `undefined` while it is computed. */
  readonly weight: 'minor' | 'material' | undefined
}

/** The result of `useLicense()`. */
export interface UseLicenseResult {
  /** The status of the license now. `pending` until storage is read; `none` when this device has no license. */
  readonly status: 'pending' | 'none' | LicenseStatus
  /** `true` until storage is read. Before that, `isLicensed` is `false` for everybody. */
  readonly isPending: boolean
  /** The newest license of this device, whatever its status. Check `isLicensed` before you use data. */
  readonly license: License | undefined
  /** `true` when a license is in force on this device. */
  readonly isLicensed: boolean
  /** Whether the signature of the receipt was checked against the key set of the service. `undefined` without a license. */
  readonly receiptStatus: 'verified' | 'unverified' | undefined
  /** The last permanent refusal or local failure of the client, until the next act. */
  readonly error: LicetError | undefined
  /** Returns whether the license in force covers a use case and, when given, a destination (a host name). */
  readonly permits: (usecase: Usecase, destination?: string) => boolean
}

/** The result of `useVerifiedLicense()`. */
export interface UseVerifiedLicenseResult {
  /** `none`: this device has no license in force, so nothing was asked. `success`: the service responded; read `verified`. */
  readonly status: 'none' | 'pending' | 'success' | 'error'
  /** `true` while the service has not responded. */
  readonly isPending: boolean
  /** Whether the service confirms that this use is permitted now. `false` until it does, and when it could not be asked again. */
  readonly verified: boolean
  /** Why the request to the service failed. */
  readonly error: LicetError | undefined
  /** Asks the service again. */
  readonly refresh: () => void
}

/** The result of `useWithdraw()`. */
export interface UseWithdrawResult {
  /**
   * `withdrawn`: the service stored the withdrawal. `error`: the service did not; the withdrawal still counts on this device, and
   * `withdraw()` sends it again.
   */
  readonly status: 'idle' | 'pending' | 'withdrawn' | 'error'
  /** `true` while the withdrawal is on its way to the service. */
  readonly isPending: boolean
  /** The newest license of this device, whatever its status. */
  readonly license: License | undefined
  /** `true` when there is a license or a queued decision to withdraw. */
  readonly canWithdraw: boolean
  /** Why the service did not store the withdrawal. */
  readonly error: LicetError | undefined
  /** Withdraws the license in one act, including offline. Never rejects; read `status` and `error`. */
  readonly withdraw: () => Promise<void>
}

/** The result of `useReceipt()`. */
export interface UseReceiptResult {
  /**
   * `pending` until storage is read; `none` without a license. `unverified` until the signature was checked against the key set of the
   * service: the client tries again at each start, when the network returns and when the page gets the focus.
   */
  readonly status: 'pending' | 'none' | 'unverified' | 'verified'
  /** `true` until storage is read. */
  readonly isPending: boolean
  /** The license that the receipt belongs to. */
  readonly license: License | undefined
  /** The receipt, a compact JWS. */
  readonly receipt: string | undefined
  /** The decoded claims; trust them when `status` is `verified`. `undefined` without a readable receipt. */
  readonly claims: ReceiptFacts | undefined
  /** The verified proof that the public log of the service contains the receipt, once there is one. */
  readonly log: LicenseLog | undefined
  /** Evidence that the public log contradicts itself. It changes nothing about the license. */
  readonly logFork: LogFork | undefined
  /** Why the last download failed, until the next download. */
  readonly error: LicetError | undefined
  /**
   * Returns a file of the license: its JSON, or one HTML page that shows the license and verifies it offline.
   *
   * Rejects with `nothing_agreed` without a license, and with `code_unavailable` when the code that writes the file did not load.
   */
  readonly file: (kind: 'json' | 'html') => Promise<File>
  /** Saves that file through the browser. Never rejects; read `error`. */
  readonly download: (kind: 'json' | 'html') => Promise<void>
  /** Opens the print dialog of the page. */
  readonly print: () => void
}

/** How reading the terms is used: not at all, as a progress indicator, or as a condition of Accept. Decline never waits for reading. */
export type ReadingMode = 'none' | 'tracked' | 'required'

/** The result of `useReadingProgress()`. Nothing of it is stored or sent. */
export interface UseReadingProgressResult {
  /** From 0 to 1. */
  readonly progress: number
  /** `true` when the end of the text was on screen, or was reached by keyboard or screen reader. */
  readonly isDone: boolean
  /** Ref for a small focusable element at the end of the text. */
  readonly endRef: (element: HTMLElement | null) => void
  /** Marks the text as read, for a custom control. */
  readonly finish: () => void
}
