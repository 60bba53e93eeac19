'use client'

import type { ReactNode } from 'react'
import { isFailed, requests } from '../requests.ts'
import { toClock } from './facts.tsx'
import { useValue } from './use-value.ts'

/** The requests of the clients of this page, newest first. */
export function RequestsTab(): ReactNode {
  const all = useValue(requests)
  if (all.length === 0)
    return (
      <p>
        No request yet. Nothing is sent before the person decides, and after that at most once a day. The requests of a client that
        your app created are seen if it was created with <code>withDevtools(config)</code>.
      </p>
    )
  return (
    <>
      <div className="bar">
        <button type="button" onClick={() => requests.set([])}>
          Clear
        </button>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">time</th>
            <th scope="col">request</th>
            <th scope="col">status</th>
            <th scope="col">ms</th>
            <th scope="col">attempt</th>
          </tr>
        </thead>
        <tbody>
          {all.toReversed().map((request) => (
            <tr key={request.id}>
              <td>{toClock(request.at)}</td>
              <td>
                <code>
                  {request.method} {request.path}
                </code>
                {request.failure !== undefined && <div className="bad">{request.failure}</div>}
              </td>
              <td className={isFailed(request) ? 'bad' : undefined}>{request.status ?? (request.failure ? 'none' : '…')}</td>
              <td>{request.ms}</td>
              <td>{request.attempt}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
