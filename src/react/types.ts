import type { AgreementChange, ClientSnapshot, PendingDecision, StorageKind } from '../client/types.ts'
import type { AskReason, ConsentState, Missing } from '../core/consent-flow.ts'
import type { LicetError } from '../core/errors.ts'
import type { License, LicenseStatus } from '../core/license.ts'
import type { LicenseDiff } from '../terms/diff/diff-license.ts'
import type { TermsComparison } from '../terms/diff/diff-terms.ts'
import type { DefinedAgreement, TermsTree } from '../terms/index.ts'
import type { TokenName } from '../theme/token-names.ts'

/** What an Accept came too early for, with the part of the screen that mends it: link to the element of that part in an error summary. */
export interface MissingPart {
  /** The text on screen, its reading to the end, a purpose that is turned on, or a clear sight of the decision. */
  readonly what: Missing
  /** `data-part` of what is missing: the terms region, the end of the reading, the purposes, the decision. */
  readonly part: 'terms' | 'terms-end' | 'purposes' | 'decision'
}

/** Options of {@link ConsentActs.accept}. */
export interface AcceptOptions {
  /** What `useObscured()` of the decision says at the moment of the act; `true` refuses it with `decision_obscured` (hostile H5). */
  readonly obscured?: boolean | undefined
}

/** What a person can do. The functions never change, never throw and may be handed to `onClick` as they are. */
export interface ConsentActs {
  /** Turns an optional purpose on or off. */
  readonly choose: (usecase: string, on: boolean) => void
  /**
   * Agrees to the text that `useTerms()` has on screen, with the choices made. Acting too early signs nothing and fills `missing`.
   *
   * Resolves with the state that the act led to (`licensed`, `queued`, `submit-error`, or the same state when something is missing).
   */
  readonly accept: (options?: AcceptOptions) => Promise<ConsentState>
  /** Says no. It is remembered on this device, and nothing is sent. */
  readonly decline: () => void
  /** Escape, back, overlay, navigation: neither accepts nor declines (experience 6). */
  readonly dismiss: () => void
  /** Tries again what failed or waits: the terms, the delivery, or the Accept that was refused. */
  readonly retry: () => void
  /** Asks again after a Decline, a dismissal or a withdrawal; with a license in force, opens it to choose anew. */
  readonly reopen: () => void
}

/** What `useConsent()` reads. */
export interface ConsentApi extends ConsentActs {
  /** Where the person stands, such as `ready`, `queued`, `licensed` or `declined`: one word for the whole screen, see docs/react.md. */
  readonly state: ConsentState
  /** Why the person is asked. */
  readonly reason: AskReason
  /** The state asks for a decision: Decline is on screen. */
  readonly asking: boolean
  /** Accept may be on screen: the state asks and the terms are there (experience 1). */
  readonly acceptable: boolean
  /** What is asked for, whole and checked: for `LicenseSummary`, or in words of your own. */
  readonly agreement: DefinedAgreement
  /** The optional use cases that are turned on. */
  readonly granted: ReadonlySet<string>
  /** The necessary use cases and those turned on: what an Accept would sign. */
  readonly usecases: ReadonlySet<string>
  /** A decision that is signed here and that the service has not confirmed; `undefined` without one. */
  readonly pending: PendingDecision | undefined
  /** The browser says that there is a network. */
  readonly online: boolean
  /** `memory`: what is decided here is forgotten with the page, because storage is blocked, full or missing. */
  readonly storage: StorageKind
  /** Why the last act came to nothing, until the next; tell cases apart by its `code`. */
  readonly error: LicetError | undefined
  /** Filled by an Accept that came too early, empty again as soon as it is mended. */
  readonly missing: readonly MissingPart[]
}

/** What `useTerms()` reads. Using it tells the flow that this text is on screen: render it. */
export interface TermsApi {
  /** `error`: they did not load, and `retry` may help. `invalid`: this text cannot be agreed to. */
  readonly status: 'loading' | 'ready' | 'error' | 'invalid'
  /** The text to show, byte for byte what an Accept signs; `''` unless `status` is `ready`. */
  readonly text: string
  /** SHA3-256 of the text, base64url; `undefined` while it is computed and on the server. */
  readonly hash: string | undefined
  /** Language of the text, a BCP 47 tag. */
  readonly locale: string
  /** The parsed document, for texts that were parsed when the package was built. */
  readonly tree: TermsTree | undefined
  /** Why there is nothing to read or to agree to. */
  readonly error: LicetError | undefined
  /** Loads the terms again. */
  readonly retry: () => void
}

/** What `useSuspenseTerms()` reads: the terms once they are there, as {@link TermsApi} has them. */
export type ReadyTerms = Pick<TermsApi, 'text' | 'hash' | 'locale' | 'tree'>

/** What `useTermsDiff()` reads. */
export interface TermsDiffApi {
  /** `none`: nothing changed since the person agreed, or they never did. */
  readonly status: 'none' | 'loading' | 'ready' | 'error'
  /** What was agreed and what is asked now. */
  readonly change: AgreementChange | undefined
  /** The redline of the text, clause by clause. */
  readonly terms: TermsComparison | undefined
  /** What changed in data, uses, recipients, duration and reward, each in a sentence in the language of the terms. */
  readonly license: LicenseDiff | undefined
  /** A minor change is told; a material one is asked for again. `undefined` while it is being found out. */
  readonly weight: 'minor' | 'material' | undefined
}

/** What `useLicense()` reads. */
export interface LicenseApi {
  /** The newest record of this device, whatever its status: `licensed` says whether it counts. */
  readonly license: License | undefined
  /** A license is in force on this device. */
  readonly licensed: boolean
  /** `true` once the client knows: before that, `licensed` says nothing. */
  readonly known: boolean
  /** The status of the license now, `undefined` without one. */
  readonly status: LicenseStatus | undefined
  /** Whether the receipt's signature was checked against the service's key set; `undefined` without a license. */
  readonly receiptStatus: ClientSnapshot['receiptStatus']
  /** Tells whether the license in force covers a use case, and a destination when one is asked for. */
  readonly permits: (usecase: string, destination?: string) => boolean
}

/** What `useVerifiedLicense()` reads. */
export interface VerifiedLicenseApi {
  /** `none`: there is no license in force on this device to ask about. */
  readonly status: 'none' | 'asking' | 'known' | 'error'
  /** The service says that this use is permitted now; `false` until it did. */
  readonly verified: boolean
  /** Asks again. */
  readonly refresh: () => void
}

/** What `useWithdraw()` reads. */
export interface WithdrawApi {
  /** Takes the license back: one act, offline too, no reason asked. Never rejects; look at `state`. */
  readonly withdraw: () => Promise<void>
  /** `withdrawn`: the service stored it. It counts on this device from the act on, also in `error`, where `withdraw` tries again. */
  readonly state: 'idle' | 'withdrawing' | 'withdrawn' | 'error'
  /** There is something to take back. */
  readonly available: boolean
  /** Why the service does not have the withdrawal. */
  readonly error: LicetError | undefined
}

/** The claims of a receipt, decoded; `receiptStatus` of {@link ReceiptApi} says whether to trust them. */
export interface ReceiptFacts {
  /** The service that signed it. */
  readonly issuer: string
  /** The device, as the hash of its public key; empty once the license was erased. */
  readonly address: string
  /** When the service stored the license. */
  readonly issuedAt: Date
  /** The license that it is about. */
  readonly licenseId: string
  /** SHA3-256 of what the device signed, base64url. */
  readonly requestHash: string
  /** SHA3-256 of the terms, base64url. */
  readonly termsHash: string
  /** The status at that moment. */
  readonly status: LicenseStatus
}

/** What `useReceipt()` reads. */
export interface ReceiptApi {
  /** The record that it belongs to; `undefined` without one. */
  readonly license: License | undefined
  /** The compact JWS. */
  readonly receipt: string | undefined
  /** What it says; `undefined` without one that can be read. */
  readonly claims: ReceiptFacts | undefined
  /**
   * `unverified` until the service's key set could be asked; the client asks again at each start, with the network and with the focus.
   * `undefined` without a license.
   */
  readonly receiptStatus: ClientSnapshot['receiptStatus']
  /**
   * Makes a file of the license: its JSON, or one HTML page that shows it and checks hashes and signature by itself, offline.
   *
   * Rejects with `nothing_agreed`, or `code_unavailable` when the part that writes it did not load.
   */
  readonly file: (kind: 'json' | 'html') => Promise<File>
  /** Saves that file through the browser. Never rejects; look at `error`. */
  readonly download: (kind: 'json' | 'html') => Promise<void>
  /** Why the last download came to nothing, until the next. */
  readonly error: LicetError | undefined
  /** Opens the print dialog of the page. */
  readonly print: () => void
}

/** What `useOnlineQueue()` reads. */
export interface OnlineQueueApi {
  /** The browser says that there is a network. */
  readonly online: boolean
  /** What is signed and waits; `undefined` when nothing does. */
  readonly pending: PendingDecision | undefined
  /** When the next try is due, in milliseconds since the epoch. */
  readonly retryAt: number | undefined
  /** Tries now. */
  readonly retry: () => void
}

/** How far reading counts: not at all, as a mark for the reader, or as a condition of Accept (never of Decline). */
export type ReadingMode = 'none' | 'tracked' | 'required'

/** What `useReadingProgress()` reads. Nothing of it is recorded or sent. */
export interface ReadingApi {
  /** From 0 to 1. */
  readonly progress: number
  /** The end was on screen, or reached by keyboard or screen reader. */
  readonly done: boolean
  /** For a small focusable element at the end of the text; reaching it by any means is reading to the end. */
  readonly endRef: (element: HTMLElement | null) => void
  /** Says that the reader is done, for a control of one's own. */
  readonly finish: () => void
}

/** What the host hears through `onEvent`, for its analytics and audit. Once each, on changes only; nothing in it is secret. */
export type ConsentEventDetails =
  | { readonly type: 'shown'; readonly reason: AskReason; readonly termsHash: string | undefined }
  | {
      readonly type: 'accepted' | 'updated'
      readonly licenseId: string
      readonly termsHash: string
      readonly usecases: readonly string[]
    }
  | { readonly type: 'declined' | 'dismissed'; readonly reason: AskReason }
  | { readonly type: 'withdrawn' }
  | { readonly type: 'failed'; readonly code: LicetError['code'] }

/** The parts that stand by themselves: `data-part` of their roots. */
export type RootPart =
  | 'checkbox'
  | 'decision'
  | 'diff'
  | 'link'
  | 'live'
  | 'message'
  | 'notice'
  | 'purposes'
  | 'receipt'
  | 'screen'
  | 'settings'
  | 'settings-dialog'
  | 'summary'
  | 'terms'

/** Looks that a host hands to every part. */
export interface Appearance {
  /** Default: the page's own `color-scheme`, light where it declares none. `system` follows what the reader's device prefers. */
  readonly theme?: 'light' | 'dark' | 'system' | undefined
  /** CSS values by the name of a token, without `--licet-`: what `createTheme()` gives. */
  readonly variables?: { readonly [Name in TokenName]?: string | undefined } | undefined
  /** Class names by `data-part`, added to the roots of these parts. */
  readonly elements?: { readonly [Name in RootPart]?: string | undefined } | undefined
}

/** Terms that are fetched instead of being generated, such as the terms of service that hold the license. */
export interface TermsSource {
  /** Names this text in the cache: an address, a version. */
  readonly key: string
  /** Fetches the text. Called again by Try again, when the network is back, and for another `key`. */
  readonly load: (options: { readonly signal: AbortSignal }) => Promise<string>
  /** SHA3-256 of the text, base64url. A text that does not match is `invalid` and cannot be accepted. */
  readonly hash?: string | undefined
  /** Language of the text, a BCP 47 tag. Default: that of the agreement. */
  readonly locale?: string | undefined
}
