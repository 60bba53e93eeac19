import type { LicetError } from '../core/errors.ts'
import type { AgreementInput, PreparedAgreement, ReadyAgreement, TermsTree } from '../terms/index.ts'
import type { Environment, ResolvedEnvironment } from './environment.ts'

/**
 * The configuration of a {@link ServiceClient}.
 *
 * @typeParam Asked The agreement, or a prepared one: `ServiceClientConfig<PreparedAgreement>`.
 */
export interface ServiceClientConfig<Asked extends AgreementInput | PreparedAgreement = AgreementInput> extends Environment {
  /** Base URL of the authorization host, absolute, http or https. */
  readonly authUrl: string
  /** Base URL of the license host. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
  /** Issuer that tokens and receipts must have. Default: `authUrl`. */
  readonly issuer?: string | undefined
  /** The provider that licenses are granted to. `publicKey` is base64 SPKI DER. It is not a secret. */
  readonly provider: { readonly id: string; readonly publicKey: string }
  /** The app that the data comes from, as a reverse-DNS name: `com.example.app`. */
  readonly origin: string
  /** Your own id of the person, stored as `ptr` in the license. One client serves one person: create another client for another person. */
  readonly userId: string
  /**
   * An identity token of the person, which your backend makes with `createIdentityToken()` of `licet/server`, or a function that fetches
   * one. The client asks for it when the person decides, and the service then confirms that the license belongs to this person. A function
   * is best: a token is valid for a few minutes.
   */
  readonly identity?: string | (() => string | Promise<string>) | undefined
  /** What the person is asked to agree to. The terms are written from it, unless `prepareAgreement()` of `licet/terms` has written them. */
  readonly agreement: Asked
  /**
   * Whether the device key is created before the decision, while the page is idle. It stays on the device until then.
   * Default: `key`. With `none`, the first decision creates it.
   */
  readonly prewarm?: 'none' | 'key' | undefined
  /**
   * Whether the client keeps one word in `localStorage` after a decision, so that the next visit knows without waiting that it has nothing to
   * ask. Without that word, the React kit shows the question in the first frame. Default: `true`. With `false`, or with `storage`, nothing is
   * kept there, and the kit reads the stored record before it shows anything.
   */
  readonly answerMark?: boolean | undefined
  /** Time in milliseconds before a person who declined is asked again. Default: 12 months. */
  readonly reaskAfterMs?: number | undefined
  /**
   * Time in milliseconds after which the client fetches its license from the service again, in the background while the page is idle. It
   * then finds out about a withdrawal or erasure that was made elsewhere. Default: 24 hours. `Infinity` never fetches it.
   */
  readonly refreshAfterMs?: number | undefined
  /** Time limit of each request, in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number | undefined
}

/** A configuration with an agreement or a prepared one. */
export type AnyClientConfig = ServiceClientConfig<AgreementInput | PreparedAgreement>

/** An agreement and its text; or what is known of an agreement that is `invalid`, without a text. */
export interface CheckedAgreement {
  readonly agreement: ReadyAgreement
  /** The text that is shown and signed, in Markdown. */
  readonly terms: string
  /** The document of the text. `undefined` when only a Markdown parser makes it, and for an invalid agreement. */
  readonly tree: TermsTree | undefined
  /** Why nobody can agree. A person with a license can still see and withdraw it. */
  readonly invalid: LicetError | undefined
}

/** A checked configuration with its defaults and the text of its terms. */
export interface ParsedConfig extends CheckedAgreement {
  readonly authUrl: string
  readonly trailUrl: string
  readonly issuer: string
  readonly provider: { readonly id: string; readonly publicKey: string }
  readonly origin: string
  readonly userId: string
  readonly identity: AnyClientConfig['identity']
  readonly prewarm: 'none' | 'key'
  /** See `keepsMark()`. */
  readonly keepsMark: boolean
  readonly reaskAfterMs: number
  readonly refreshAfterMs: number
  readonly timeoutMs: number
  readonly environment: ResolvedEnvironment
  /** See `toFingerprint()`. */
  readonly fingerprint: () => Promise<string | undefined>
}
