import type { Agreement } from '../core/agreement.ts'
import type { LicetError } from '../core/errors.ts'
import type { License, LicenseUse } from '../core/license.ts'
import type { Template } from '../terms/index.ts'

/** Where a client stands between its construction and `close()`. `unsupported`: the browser lacks what signing needs, see `error`. */
export type ClientPhase = 'opening' | 'ready' | 'unsupported' | 'closed'

/** Whether what the client keeps outlives the page. `memory` says that it does not: storage is blocked, full or missing. */
export type StorageKind = 'unknown' | 'persistent' | 'memory'

/** How far a decision has come. `signed` means safe on this device and waiting for the network: it is not yet a license. */
export type PendingStage = 'signing' | 'signed' | 'sending'

/** A decision that the service has not yet confirmed. */
export interface PendingDecision {
  /** An agreement, or a withdrawal. */
  readonly kind: 'create' | 'revoke'
  /** `signed` means safe on this device and waiting for the network: it is not yet a license. */
  readonly stage: PendingStage
  /** Milliseconds since the epoch. */
  readonly since: number
  /** Failed tries so far. */
  readonly attempts: number
  /** The passing failure of the last try, while another is due. */
  readonly lastError?: LicetError | undefined
  /** When the next try is due, in milliseconds since the epoch. */
  readonly retryAt?: number | undefined
}

/** A refusal that is remembered on this device, so that asking again can wait. */
export interface DeclinedDecision {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** SHA3-256 of the terms that were declined, base64url. */
  readonly termsHash: string
}

/** What the agreement in the configuration asks of this person: nothing, a first license, or an update of the one there is. */
export type ClientNeeds = 'nothing' | 'first' | 'update'

/** What an update would change, from what was agreed to what is configured. */
export interface AgreementChange {
  /** What was agreed to. */
  readonly from: {
    readonly terms: string
    readonly tags: readonly string[]
    readonly uses: readonly LicenseUse[]
    readonly expiry?: string | undefined
    /** The optional use cases that were there to choose, chosen or not; missing where this device does not know. */
    readonly offered?: readonly string[] | undefined
  }
  /** What the configuration asks for now. */
  readonly to: Agreement
}

/** What a {@link ServiceClient} knows at a moment. The same object is returned until something in it changes. */
export interface ClientSnapshot {
  /** `opening` until what this device holds is read; before that, `licensed` says nothing. */
  readonly phase: ClientPhase
  /** `memory`: what is kept here is gone with the page, because storage is blocked, full or missing. */
  readonly storage: StorageKind
  /** The platform says that there is a network. */
  readonly online: boolean
  /** The newest record of this device that the service confirmed, whatever its status. */
  readonly license: License | undefined
  /** `true` while `license` is active, not expired, and no withdrawal of it is pending: the one bit a gate needs. */
  readonly licensed: boolean
  /** Whether the receipt's signature was checked against the service's key set: `undefined` without a license. */
  readonly receiptStatus: 'verified' | 'unverified' | undefined
  /** A decision that the service has not yet confirmed. */
  readonly pending: PendingDecision | undefined
  /** A refusal of this very text that still holds. */
  readonly declined: DeclinedDecision | undefined
  /** What to ask for: nothing, a first license, or an update of the one there is. What waits counts as decided. */
  readonly needs: ClientNeeds
  /** Present exactly when `needs` is `update`. */
  readonly change: AgreementChange | undefined
  /** This device had a key and lost it: storage was cleared or taken away. */
  readonly keyLost: boolean
  /** The last permanent refusal or local failure, until the next act. */
  readonly error: LicetError | undefined
}

/** Options of `createLicense()`. */
export interface CreateLicenseOptions {
  /** The text that was on screen, byte for byte. Default: what `terms()` returns. Refused (`terms_changed`) when it does not belong to the agreement. */
  readonly terms?: string | undefined
  /** The use cases that were chosen; the necessary ones are always in. Default: all purposes of the agreement that are necessary. */
  readonly granted?: readonly string[] | undefined
  /** Stops the waiting, not the delivery: what was signed is still delivered. */
  readonly signal?: AbortSignal | undefined
}

/** Options of `terms()`. */
export interface TermsOptions {
  /** Another template to read the same agreement in, a translation for example. Only the text of the configured template can be signed. */
  readonly template?: Template | undefined
}

/** Options of calls that wait for something; `close()` has none, it ends by itself. */
export interface WaitOptions {
  /** Stops the waiting: what was begun goes on, and what was signed is still delivered. Fired before, nothing is begun. */
  readonly signal?: AbortSignal | undefined
}

/** Options of `getLicense()`. */
export interface GetLicenseOptions extends WaitOptions {
  /** Asks the service for this device's newest record instead of looking only at what is stored here. Default `false`. */
  readonly refresh?: boolean | undefined
}
