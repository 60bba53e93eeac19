import type { ClientSnapshot } from '../../client/types.ts'
import { type ConsentFlow, type ConsentState, INITIAL_FLOW } from '../../core/consent-states.ts'
import { LicetError } from '../../core/errors.ts'
import { grantedIn } from '../../core/included-purposes.ts'
import { DAY_MS } from '../../core/time-units.ts'
import type { ConsentView } from '../store/consent-view.ts'
import type { PreviewClient } from './preview-client.ts'

/** The first view of a preview. The rest of a view follows from its flow. */
type Start = Omit<ConsentView, 'isAsking' | 'offersAccept'>

/** The facts of a state: what the client reports, and the flow that follows from it. */
interface StateFacts {
  readonly client?: Partial<ClientSnapshot>
  readonly flow?: Partial<ConsentFlow>
  readonly error?: LicetError
}

/** Sets the snapshot of a preview's client to a state, and returns the view of that state. From there on, acts move the flow as usual. */
export function startPreview(client: PreviewClient, state: ConsentState): Start {
  const { client: snapshot = {}, flow = {}, error } = factsOf(state, client)
  client.set(snapshot)
  const { online } = client.getSnapshot()
  return {
    flow: { ...INITIAL_FLOW, state, online, ...flow },
    client: client.getSnapshot(),
    error,
    failed: state === 'submit-error' ? 'accept' : undefined,
    cause: undefined,
  }
}

function factsOf(state: ConsentState, client: PreviewClient): StateFacts {
  const nowMs = client.now()
  const optional = client.agreement.purposes.find(({ necessary }) => !necessary)?.usecase
  const inForce = (expiryMs?: number): StateFacts => {
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
