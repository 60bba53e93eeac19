import type { Agreement } from '../core/agreement.ts'
import type { LicetError } from '../core/errors.ts'
import type { JsonValue } from '../core/json.ts'
import type { License, LicenseUse } from '../core/license.ts'
import type { LoggedReceipt, ReceiptLog } from '../log/verify-logged.ts'
import type { Template } from '../terms/index.ts'

/** The lifecycle of a client. `unsupported`: the page has no WebCrypto, so nothing can be signed. */
export type ClientPhase = 'opening' | 'ready' | 'unsupported' | 'closed'

/**
 * Whether stored data outlives the page. `memory`: storage is blocked, full or missing. `unknown`: the client is still opening. `slow`: the
 * storage has not answered for 3 seconds. The client waits for it, and signs nothing until it answers.
 */
export type StorageKind = 'unknown' | 'slow' | 'persistent' | 'memory'

/**
 * The progress of a decision that the service has not confirmed. `signed`: stored on this device and waiting to be sent. It is not a
 * license yet.
 */
export type PendingStage = 'signing' | 'signed' | 'sending'

/** A decision that the service has not confirmed yet. */
export interface PendingDecision {
  /** `create` is an agreement, `revoke` a withdrawal. */
  readonly kind: 'create' | 'revoke'
  /** `signed`: stored on this device and waiting to be sent. It is not a license yet. */
  readonly stage: PendingStage
  /** Time of the decision, in milliseconds since the epoch. */
  readonly since: number
  /** Number of failed attempts so far. While an earlier decision is sent first, the number of failed attempts of that decision. */
  readonly attempts: number
  /** Number of failed attempts to send this decision itself, while an earlier one is sent first. Otherwise `undefined`. */
  readonly ownAttempts?: number | undefined
  /**
   * `true` while a signed decision waits for the network: there is none, or the last attempt failed. `false` while it is being sent. After
   * a failure, an attempt counts as being sent once it has lasted for a second, so that a screen does not flicker.
   */
  readonly isWaiting: boolean
  /** What the person agreed to, once it is signed. Missing for a withdrawal. */
  readonly agreed?: AgreementChange['from'] | undefined
  /** The error of the last attempt. It is temporary: the client tries again. */
  readonly lastError?: LicetError | undefined
  /** Time of the next attempt, in milliseconds since the epoch. */
  readonly retryAt?: number | undefined
}

/**
 * A decision of this device that the service has stored, as an event for the host app. The `licenseId` of a withdrawal is the id of the
 * license that it ended.
 */
export type StoredDecision =
  | {
      readonly type: 'accepted' | 'updated'
      readonly licenseId: string
      readonly termsHash: string
      readonly usecases: readonly string[]
    }
  | { readonly type: 'withdrawn'; readonly licenseId: string }

/** A refusal that is remembered on this device, so that the person is not asked again too early. */
export interface DeclinedDecision {
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The verified proof that the public log of the service contains a license. */
export interface LicenseLog extends ReceiptLog {
  /** What the proof proved when it was verified. */
  readonly logged: LoggedReceipt
}

/**
 * Two signed checkpoints of the public log of the service that contradict each other: the log showed different histories, or left out what it
 * had contained. Both are evidence that anyone can verify with the public keys of the log.
 */
export interface LogFork {
  /** The checkpoint that this device had verified before. */
  readonly known: string
  /** The checkpoint that does not continue it. */
  readonly received: string
}

/** What to ask the person for: nothing, a first license, or an update of the existing one. */
export type ClientNeeds = 'nothing' | 'first' | 'update'

/** The difference between what was agreed and what the configuration asks for now. */
export interface AgreementChange {
  /** What the person agreed to. */
  readonly from: {
    readonly terms: string
    readonly tags: readonly string[]
    readonly uses: readonly LicenseUse[]
    readonly expiry?: string | undefined
    /** The duration that `expiry` follows from, in ISO 8601, for example `P12M`. */
    readonly 'x-duration'?: JsonValue | undefined
    /** The optional use cases that the person could choose from. Missing when this device does not know them. */
    readonly offered?: readonly string[] | undefined
    /** Name of the company that asked. Missing when this device does not know it. */
    readonly company?: string | undefined
    /** The reward, and the language of its text. Missing when this device does not know it. */
    readonly reward?: Pick<Agreement, 'compensation' | 'locale'> | undefined
  }
  /** What the configuration asks for now. */
  readonly to: Agreement
}

/** The state of a {@link ServiceClient}. `getSnapshot()` returns the same object until something in it changes. */
export interface ClientSnapshot {
  /** `opening` until the stored data is read. Before that, `licensed` is always `false`. */
  readonly phase: ClientPhase
  /**
   * `memory`: stored data is lost when the page closes, because storage is blocked, full or missing. `slow`: the storage has not answered
   * yet, and nothing can be signed.
   */
  readonly storage: StorageKind
  /** Whether the platform reports a network connection. */
  readonly online: boolean
  /** The newest license of this device that the service confirmed, whatever its status. */
  readonly license: License | undefined
  /** `true` while `license` is active, not expired, and has no pending withdrawal. */
  readonly licensed: boolean
  /** Whether the signature of the receipt was checked against the service's key set. `undefined` without a license. */
  readonly receiptStatus: 'verified' | 'unverified' | undefined
  /** The verified proof that the public log of the service contains `license`, once there is one. */
  readonly log?: LicenseLog | undefined
  /** Evidence that the public log of the service contradicts itself. It changes nothing about `license`. */
  readonly logFork?: LogFork | undefined
  /** A decision that the service has not confirmed yet. */
  readonly pending: PendingDecision | undefined
  /** A refusal of exactly these terms that is not older than `reaskAfterMs`. */
  readonly declined: DeclinedDecision | undefined
  /** What to ask the person for. A pending decision counts as made. */
  readonly needs: ClientNeeds
  /** What an update would change. Present exactly when `needs` is `update`. */
  readonly change: AgreementChange | undefined
  /** `true` when this device had a key and lost it, because stored data was deleted or cannot be read. */
  readonly keyLost: boolean
  /**
   * `true` when a withdrawal was signed on this device, and its key was lost before the service had it. The license is then still in force at the
   * service: tell the person to write to the company. Ends with the next agreement or withdrawal.
   */
  readonly withdrawalLost: boolean
  /** The last permanent refusal or local failure, until the next action. */
  readonly error: LicetError | undefined
}

/** Options of `createLicense()`. */
export interface CreateLicenseOptions {
  /** The text that was on screen, byte for byte. Default: the result of `terms()`. Any other text is rejected with `terms_changed`. */
  readonly terms?: string | undefined
  /** The optional use cases that the person chose. Necessary ones are always included. Default: none. */
  readonly granted?: readonly string[] | undefined
  /**
   * Language of the automatic translation that the person read, a BCP 47 tag; `und` when it is not known. The request contains it as
   * `x-translated`. Default: the person read the original.
   */
  readonly translated?: string | undefined
  /** Stops waiting. A signed decision is still delivered; what is not signed yet is not signed. */
  readonly signal?: AbortSignal | undefined
}

/** Options of `terms()`. */
export interface TermsOptions {
  /** Another template for the same agreement, for example a translation. Only the text of the configured template can be signed. */
  readonly template?: Template | undefined
}

/** Options of calls that wait. */
export interface WaitOptions {
  /**
   * Stops waiting. Work that has begun continues, and a signed decision is still delivered. If the signal is already aborted, nothing
   * starts.
   */
  readonly signal?: AbortSignal | undefined
}

/** Options of `getLicense()`. */
export interface GetLicenseOptions extends WaitOptions {
  /** Fetches the newest license of this device from the service. Default: `false`, the license stored on this device. */
  readonly refresh?: boolean | undefined
}
