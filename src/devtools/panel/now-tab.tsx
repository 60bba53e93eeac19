'use client'

import type { ReactNode } from 'react'
import { kindOf } from '../../core/consent-flow.ts'
import { causeOf } from '../history.ts'
import { Facts, toClock, yesNo } from './facts.tsx'
import { useTools, useView } from './tools.ts'
import { useDevice } from './use-device.ts'
import { useValue } from './use-value.ts'

/** What the provider shows now, and how it came to that. */
export function NowTab(): ReactNode {
  const view = useView()
  const moments = useValue(useTools().history)
  const { view: record } = useDevice()
  const { flow, client, error, failed } = view
  return (
    <>
      <Facts
        facts={{
          state: <code>{flow.state}</code>,
          kind: kindOf(flow.state),
          cause: causeOf(view),
          reason: flow.reason,
          licensed: yesNo(flow.isLicensed),
          choices: flow.granted.join(', '),
          terms: flow.terms.status,
          client: client.phase,
          storage: client.storage,
          network: client.online ? 'online' : 'offline',
          'to ask': client.needs,
          pending: client.pending && `${client.pending.kind}, ${client.pending.stage}, ${client.pending.attempts} failed attempts`,
          mark: record?.mark,
          error: error && (
            <span className="bad">
              {failed === undefined ? '' : `${failed}: `}
              {error.code}. {error.message}
            </span>
          ),
        }}
      />
      <h3>History</h3>
      <ol reversed>
        {moments.toReversed().map(({ id, at, state, cause }) => (
          <li key={id}>
            {toClock(at)} <code>{state}</code> <span className="quiet">{cause}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
