import type { ServiceClient } from '../../client/index.ts'
import type { ClientSnapshot } from '../../client/types.ts'
import type { ConsentFlow, ConsentState } from '../../core/consent-flow.ts'
import { LicetError } from '../../core/errors.ts'
import { grantedIn } from '../../core/included-purposes.ts'
import { DAY_MS } from '../../core/time-units.ts'
import type { ConsentStore } from '../consent-store.ts'
import type { ConsentView } from '../consent-view.ts'
import type { ConfigWithoutUser } from '../provider-props.ts'
import { PreviewClient } from './preview-client.ts'

/** The classes that a preview replaces parts of. */
interface StoreParts {
  readonly Store: typeof ConsentStore
  readonly Client: typeof ServiceClient
}

/** Creates a store that starts in the given state. From there on, acts move the flow as they do with a real client. */
export function createPreviewStore({ Store, Client }: StoreParts, state: ConsentState, config: ConfigWithoutUser): ConsentStore {
  const client = new PreviewClient(Client, config)
  const { flow: initialFlow } = new Store({ open: () => client, owned: false }).getView()
  const start = startOf(state, client, initialFlow)
  return new (createStoreClass(Store))(client, start)
}

/** The facts of a state: what the client reports, and the flow that follows from it. */
interface Start {
  readonly client?: Partial<ClientSnapshot>
  readonly flow?: Partial<ConsentFlow>
  readonly error?: LicetError
}

function createStoreClass(Store: typeof ConsentStore) {
  return class PreviewStore extends Store {
    readonly #preview: PreviewClient
    readonly #start: Omit<ConsentView, 'isAsking' | 'offersAccept'>
    #isStarted = false
    #mustRead: boolean

    constructor(client: PreviewClient, start: Omit<ConsentView, 'client' | 'isAsking' | 'offersAccept'>) {
      super({ open: () => client, owned: false, now: client.now })
      this.#preview = client
      this.#start = { ...start, client: client.getSnapshot() }
      this.#mustRead = start.flow.mustRead
    }

    override connect(declaredWeight: 'minor' | 'material' | undefined): void {
      if (!this.#isStarted) {
        this.#isStarted = true
        // A component can show the terms before the provider connects.
        const { terms } = this.getView().flow
        this.publish({ ...this.#start, flow: { ...this.#start.flow, terms } })
      }
      super.connect(declaredWeight)
    }

    /** The start state is given, so the snapshot counts only after an act has changed it. */
    override follow(): void {
      if (this.#preview.getSnapshot() !== this.#start.client) super.follow()
    }

    /** A component that requires reading takes over the requirement of the preview. */
    override countUnread(by: 1 | -1): void {
      const mustRead = this.#mustRead
      this.#mustRead = false
      super.countUnread(by)
      if (mustRead && by === -1) this.dispatch({ type: 'reading', mustRead: false })
    }
  }
}

function startOf(
  state: ConsentState,
  client: PreviewClient,
  initialFlow: ConsentFlow,
): Omit<ConsentView, 'client' | 'isAsking' | 'offersAccept'> {
  const { client: snapshot = {}, flow = {}, error } = factsOf(state, client)
  client.set(snapshot)
  return {
    flow: { ...initialFlow, state, online: client.getSnapshot().online, ...flow },
    error,
    failed: state === 'submit-error' ? 'accept' : undefined,
    cause: undefined,
  }
}

function factsOf(state: ConsentState, client: PreviewClient): Start {
  const nowMs = client.now()
  const optional = client.agreement.purposes.find(({ necessary }) => !necessary)?.usecase
  const inForce = (expiryMs?: number): Start => {
    const license = client.sampleLicense({
      timestampMs: state === 'licensed' ? nowMs : nowMs - 30 * DAY_MS,
      ...(expiryMs !== undefined && { expiryMs }),
    })
    client.setLicense(license)
    return {
      flow: {
        isLicensed: true,
        granted: grantedIn(license.uses, client.agreement.purposes),
        acted: state === 'licensed',
        expiring: state === 'expiring',
      },
    }
  }
  switch (state) {
    case 'checking':
      return { client: { phase: 'opening', storage: 'unknown' } }
    case 'device-slow':
      return { client: { phase: 'opening', storage: 'slow' } }
    case 'choosing':
      return optional === undefined ? { flow: { ...inForce().flow, reason: 'change' } } : { flow: { granted: [optional] } }
    case 'reading-required':
      return { flow: { mustRead: true } }
    case 'submitting':
      return {
        client: { pending: { kind: 'create', stage: 'signing', since: nowMs, attempts: 0, isWaiting: false } },
        flow: { acted: true },
      }
    case 'submit-error':
      return {
        flow: { error: 'server_error', acted: true },
        error: new LicetError('server_error', 'The service could not store the license. Nothing was agreed. Press Try again.'),
      }
    case 'offline':
      return { client: { online: false } }
    case 'queued':
      return { client: { online: false, pending: client.samplePending() }, flow: { acted: true } }
    case 'licensed':
    case 'already-licensed':
      return inForce()
    case 'expiring':
      return inForce(nowMs + 14 * DAY_MS)
    case 'declined':
      return { client: { declined: { at: nowMs } } }
    case 'update-minor':
    case 'update-material': {
      const { license, change } = client.sampleChange(state === 'update-minor' ? 'minor' : 'material')
      return {
        client: { license, licensed: true, receiptStatus: 'verified', needs: 'update', change },
        flow: { reason: state, isLicensed: true, granted: grantedIn(license.uses, client.agreement.purposes) },
      }
    }
    case 'expired': {
      const timestampMs = nowMs - 366 * DAY_MS
      const license = client.sampleLicense({ status: 'expired', timestampMs, expiryMs: nowMs - DAY_MS })
      return { client: { license, receiptStatus: 'verified' }, flow: { reason: state } }
    }
    case 'withdrawing': {
      const license = client.sampleLicense({ timestampMs: nowMs - 30 * DAY_MS })
      const pending = { kind: 'revoke', stage: 'sending', since: nowMs, attempts: 0, isWaiting: false } as const
      return { client: { license, receiptStatus: 'verified', pending }, flow: { acted: true } }
    }
    case 'withdrawn':
      return { client: { license: client.sampleLicense({ status: 'revoked' }), receiptStatus: 'verified' } }
    case 'device-unknown':
      return { client: { keyLost: true }, flow: { reason: state } }
    case 'unsupported': {
      const error = new LicetError('unsupported', 'This browser cannot sign. Nothing was stored. Use a current browser.')
      return { client: { phase: 'unsupported', error }, flow: { supported: false }, error }
    }
    case 'ready':
    case 'terms-loading':
    case 'terms-error':
    case 'terms-invalid':
    case 'dismissed':
      return {}
    default:
      throw unknownStateError(state)
  }
}

// Lists no states: an import of the list would move it into the first chunk of every app.
function unknownStateError(state: never): LicetError {
  return new LicetError(
    'invalid_configuration',
    `\`preview\` is "${state}", which is not a state. Nothing was rendered. Use a state from docs/reference/states.md, such as "ready".`,
    { field: 'preview' },
  )
}
