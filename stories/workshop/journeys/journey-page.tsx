import './journey-page.css'
import '../shared/workshop.css'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { LoggedRequest, RequestLog } from './request-log.ts'

/** Props of {@link JourneyPage}. */
export interface JourneyPageProps {
  readonly log: RequestLog
  readonly children: ReactNode
}

/** A journey: the screen of the person, and beside it what the device sends to the service. */
export function JourneyPage({ log, children }: JourneyPageProps): ReactNode {
  const requests = useSyncExternalStore(log.subscribe, log.getRequests)
  return (
    <div className="journey">
      <div className="journey-person">{children}</div>
      <aside className="workshop journey-requests" aria-labelledby="journey-requests">
        <h2 id="journey-requests">Requests</h2>
        <p>What this device sends to the license service. Go through the steps in the panel Interactions.</p>
        {requests.length === 0 ? (
          <p className="journey-none">Nothing was sent.</p>
        ) : (
          <ol>
            {requests.map((request) => (
              <li key={request.at}>
                <Request {...request} />
              </li>
            ))}
          </ol>
        )}
      </aside>
    </div>
  )
}

function Request({ method, path, purpose, status }: LoggedRequest): ReactNode {
  const isGood = typeof status === 'number' && status < 400
  return (
    <>
      <span className="journey-request">
        <code>
          {method} {shorten(path)}
        </code>
        <span className="journey-status" data-good={status === undefined || isGood}>
          {status === undefined ? 'waiting' : status === 'none' ? 'no network' : status}
        </span>
      </span>
      <small>{purpose}</small>
    </>
  )
}

/** Shortens the ids in a path. */
function shorten(path: string): string {
  return path.replace(/[\w-]{20,}/g, (id) => `${id.slice(0, 6)}…`)
}
