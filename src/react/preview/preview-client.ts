import type { ServiceClient } from '../../client/index.ts'
import { sha3 } from '../../client/sha3.ts'
import { INITIAL_SNAPSHOT } from '../../client/snapshot/initial-snapshot.ts'
import { Subscribable } from '../../client/snapshot/subscribable.ts'
import type { AgreementChange, ClientSnapshot, CreateLicenseOptions, PendingDecision, StoredDecision } from '../../client/types.ts'
import { toBase64Url } from '../../core/base64.ts'
import { LicetError } from '../../core/errors.ts'
import { coversUse, DURATION_MEMBER, type License, type LicenseStatus } from '../../core/license.ts'
import { utf8 } from '../../core/signature.ts'
import { DAY_MS } from '../../core/time-units.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { type DefinedAgreement, type ReadyAgreement, toLicenseRequest } from '../../terms/index.ts'
import { isPreparedText } from '../../terms/prepared/prepared-agreement.ts'
import type { ConfigWithoutUser } from '../provider/provider-props.ts'
import type { PublicClient } from '../store/store-client.ts'

/** The part of a snapshot that a preview sets. */
type PreviewFacts = Partial<ClientSnapshot>

/** How a sample license differs from one that was just signed. */
interface SampleLicenseOptions {
  readonly status?: LicenseStatus
  readonly timestampMs?: number
  readonly expiryMs?: number
  readonly granted?: readonly string[]
}

const USER_ID = 'preview-user'

/** A client for previews: it has no service and no storage, and completes every act immediately on this page. */
export class PreviewClient implements PublicClient {
  readonly agreement: ReadyAgreement
  readonly #config: ConfigWithoutUser
  /** Used only to compile terms, so it sends and stores nothing. */
  readonly #compiler: ServiceClient
  readonly #Client: typeof ServiceClient
  readonly subscribe: (listener: () => void) => () => void
  readonly getSnapshot: () => ClientSnapshot
  readonly #snapshots: Subscribable<ClientSnapshot>
  /** The optional purposes of the last Accept, for a license that is queued. */
  #granted: readonly string[] = []
  #unreported: readonly StoredDecision[] = []

  constructor(Client: typeof ServiceClient, config: ConfigWithoutUser) {
    this.#config = config
    this.#Client = Client
    this.#compiler = new Client({ ...config, userId: USER_ID })
    this.agreement = this.#compiler.agreement
    this.#snapshots = new Subscribable({ ...INITIAL_SNAPSHOT, phase: 'ready', storage: 'persistent', online: true, needs: 'first' })
    this.subscribe = this.#snapshots.subscribe
    this.getSnapshot = this.#snapshots.get
  }

  readonly now = (): number => (this.#config.now ?? Date.now)()

  get #snapshot(): ClientSnapshot {
    return this.#snapshots.get()
  }

  /** Changes the snapshot. */
  set(facts: PreviewFacts): void {
    this.#snapshots.set({ ...this.#snapshot, ...facts })
  }

  terms(options?: { readonly template?: DefinedAgreement['template'] | undefined }): string {
    return this.#compiler.terms(options)
  }

  async createLicense({ granted = [] }: CreateLicenseOptions = {}): Promise<License> {
    // Callers expect the snapshot to change after the call has returned.
    await undefined
    this.#granted = granted
    if (!this.#snapshot.online) {
      this.set({
        pending: this.samplePending(granted),
        declined: undefined,
        error: undefined,
      })
      return new Promise(() => {})
    }
    return this.#agree(granted)
  }

  #agree(granted: readonly string[]): License {
    const { licensed, license: previous } = this.#snapshot
    const license = { ...this.sampleLicense({ granted }), ...(licensed && previous && { supersedes: previous.id }) }
    const { id: licenseId, termsHash, uses } = license
    const type = licensed ? 'updated' : 'accepted'
    this.#unreported = [...this.#unreported, { type, licenseId, termsHash, usecases: uses.flatMap((use) => use.usecases) }]
    this.setLicense(license)
    return license
  }

  /** Returns an agreement that is signed and waits for the network. */
  samplePending(granted?: readonly string[]): PendingDecision {
    const agreed = { ...toContent(this.sampleLicense(granted && { granted })), offered: this.#offered() }
    return { kind: 'create', stage: 'signed', since: this.now(), attempts: 0, isWaiting: true, agreed }
  }

  /** The optional use cases of the agreement. */
  #offered(): readonly string[] {
    return this.agreement.purposes.filter(({ necessary }) => !necessary).map(({ usecase }) => usecase)
  }

  async reportStored(report: (decision: StoredDecision) => void | Promise<void>): Promise<void> {
    const decisions = this.#unreported
    this.#unreported = []
    for (const decision of decisions) await report(decision)
  }

  async revokeLicense(): Promise<License> {
    await undefined
    const license: License = { ...(this.#snapshot.license ?? this.sampleLicense()), status: 'revoked' }
    this.#unreported = [...this.#unreported, { type: 'withdrawn', licenseId: license.id }]
    this.set({ license, licensed: false, pending: undefined, needs: 'first', change: undefined, error: undefined })
    return license
  }

  async getLicense(): Promise<License | undefined> {
    return this.#snapshot.license
  }

  async verifyLicense({ usecase, destination }: { readonly usecase: string; readonly destination: string }) {
    const { license, licensed } = this.#snapshot
    const verified = licensed && license !== undefined && coversUse(license.uses, usecase, destination)
    return { verified, reason: verified ? 'licensed' : licensed ? 'not_covered' : 'no_active_license' }
  }

  async getLogProof(): Promise<undefined> {}

  getKeySet(): Promise<never> {
    const message = 'A preview has no key set, because no service signed its receipt. The file is made without keys.'
    return Promise.reject(new LicetError('network_error', message))
  }

  async decline(): Promise<void> {
    this.set({ declined: { at: this.now() } })
  }

  async clear(): Promise<void> {
    this.set({ license: undefined, licensed: false, pending: undefined, declined: undefined, needs: 'first', change: undefined })
  }

  prepare(): void {}

  retry(): void {
    const { pending } = this.#snapshot
    if (pending?.kind === 'create') this.#agree(this.#granted)
    if (pending?.kind === 'revoke') void this.revokeLicense()
  }

  async whenIdle(): Promise<void> {}

  async close(): Promise<void> {}

  /** Puts a license in force. */
  setLicense(license: License): void {
    const { phase, storage, online } = this.#snapshot
    this.set({ ...INITIAL_SNAPSHOT, phase, storage, online, license, licensed: true, receiptStatus: 'verified' })
  }

  /** Returns a license for the agreement, as a service would have stored it. Its signature is not valid. */
  sampleLicense({ status = 'active', timestampMs = this.now(), expiryMs, granted = [] }: SampleLicenseOptions = {}): License {
    const { authUrl, provider, origin, userId = USER_ID } = this.#config
    const terms = this.terms()
    const necessary = this.agreement.purposes.some((purpose) => purpose.necessary)
    const first = this.agreement.purposes[0]?.usecase
    const request = toLicenseRequest(this.agreement, {
      ptr: userId,
      origin,
      terms,
      decidedAt: timestampMs,
      granted: necessary || granted.length > 0 || first === undefined ? granted : [first],
    })
    const signed = { ...request, ...(expiryMs !== undefined && { expiry: toTimestamp(expiryMs) }) }
    const claims = {
      iss: authUrl,
      sub: hash('preview-device'),
      iat: Math.floor(timestampMs / 1000),
      lic: 'preview-license',
      req: hash(JSON.stringify(signed)),
      terms: hash(terms),
      status,
    }
    return {
      ...signed,
      signature: 'preview',
      id: claims.lic,
      providerId: provider.id,
      address: claims.sub,
      termsHash: claims.terms,
      timestamp: toTimestamp(timestampMs),
      status,
      receipt: [{ alg: 'none', typ: 'license-receipt+jwt' }, claims]
        .map((part) => toBase64Url(utf8(JSON.stringify(part))))
        .concat('preview')
        .join('.'),
    }
  }

  /**
   * Returns the change from an earlier agreement to this one. A minor change has other words for the same license; a material one adds data
   * or a purpose.
   */
  sampleChange(weight: 'minor' | 'material'): { readonly license: License; readonly change: AgreementChange } {
    const timestampMs = this.now() - 90 * DAY_MS
    const current = this.sampleLicense({ timestampMs })
    const [kept = '', ...added] = current.tags
    const tags = weight === 'minor' ? current.tags : added.length > 0 ? [kept, ...added.slice(0, -1)] : ['x-earlier_data']
    const terms = weight === 'minor' ? `${current.terms}\n\nEarlier wording.\n` : this.#earlierTerms(tags)
    const license: License = { ...current, tags, terms, termsHash: hash(terms) }
    return { license, change: { from: { ...toContent(license), offered: this.#offered() }, to: this.agreement } }
  }

  #earlierTerms(tags: readonly string[]): string {
    // Nothing writes the text of a prepared agreement again.
    if (isPreparedText(this.agreement)) return `${this.terms()}\n\nEarlier wording.\n`
    const agreement = { ...this.agreement, tags: tags as DefinedAgreement['tags'] }
    return new this.#Client({ ...this.#config, agreement, userId: USER_ID }).terms()
  }
}

function toContent({ terms, tags, uses, expiry, [DURATION_MEMBER]: duration }: License): AgreementChange['from'] {
  return { terms, tags, uses, expiry, [DURATION_MEMBER]: duration }
}

function hash(text: string): string {
  return toBase64Url(sha3(utf8(text)))
}
