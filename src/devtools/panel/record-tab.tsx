'use client'

import { type ReactNode, useState } from 'react'
import { hasUsableKey, type OutboxEntry, type StoredDevice } from '../../client/record/stored-device.ts'
import type { License } from '../../core/license.ts'
import { readReceiptFacts } from '../../receipt/receipt-facts.ts'
import type { DeviceView } from '../device.ts'
import type { CheckedPart } from '../receipt.ts'
import { Facts, toDate, yesNo } from './facts.tsx'
import { useView } from './tools.ts'
import { useDevice } from './use-device.ts'

/** What this device stores for the person. */
export function RecordTab(): ReactNode {
  const { device, view, missing } = useDevice()
  const { client } = useView()
  const license = view === undefined ? client.license : view.device.license
  return (
    <>
      {missing !== undefined && <p>{missing}</p>}
      {view !== undefined && <DeviceFacts {...view} />}
      <h3>License</h3>
      {license === undefined ? <p>There is none.</p> : <LicenseFacts license={license} />}
      {license !== undefined && (
        <Receipt
          key={license.receipt}
          license={license}
          status={client.receiptStatus}
          check={device && (() => device.checkReceipt(license))}
        />
      )}
      {view !== undefined && <Outbox outbox={view.device.outbox} />}
    </>
  )
}

function DeviceFacts({ device, storage, mark }: DeviceView): ReactNode {
  return (
    <>
      <h3>Device</h3>
      <Facts
        facts={{
          storage,
          key: hasUsableKey(device) ? 'present' : device.hadKey ? <span className="bad">lost</span> : 'not created yet',
          address: device.key && <code>{device.key.address}</code>,
          registered: yesNo(device.registered),
          vouched: device.vouched === undefined ? undefined : yesNo(device.vouched),
          mark,
          declined: device.declined && toDate(device.declined.at),
          'asked the service': device.checkedAt === undefined ? undefined : toDate(device.checkedAt),
          scope: <code>{device.scope}</code>,
        }}
      />
    </>
  )
}

function LicenseFacts({ license }: { readonly license: License }): ReactNode {
  const { id, status, timestamp, expiry, uses, tags, termsHash, supersedes } = license
  return (
    <Facts
      facts={{
        id: <code>{id}</code>,
        status,
        stored: timestamp,
        expires: expiry ?? 'never',
        uses: uses.map(({ usecases, destinations }) => `${usecases.join(', ')} at ${destinations.join(', ')}`).join('; '),
        data: tags.join(', '),
        'hash of the terms': <code>{termsHash}</code>,
        replaces: supersedes && <code>{supersedes}</code>,
      }}
    />
  )
}

interface ReceiptProps {
  readonly license: License
  readonly status: string | undefined
  /** Verifies the receipt. */
  readonly check: (() => Promise<readonly CheckedPart[]>) | undefined
}

function Receipt({ license, status, check }: ReceiptProps): ReactNode {
  const [result, setResult] = useState<readonly CheckedPart[] | string>()
  const claims = readReceiptFacts(license.receipt)
  const verify = async () => {
    setResult('…')
    setResult(await check?.().catch((error: unknown) => String(error)))
  }
  return (
    <>
      <h3>Receipt</h3>
      <Facts
        facts={{
          'the client': status,
          issuer: claims?.issuer,
          issued: claims?.issuedAt.toISOString(),
          'status then': claims?.status,
        }}
      />
      {check !== undefined && (
        <div className="bar">
          <button type="button" onClick={verify}>
            Verify each part
          </button>
        </div>
      )}
      <div role="status">
        {typeof result === 'string' && result}
        {typeof result === 'object' && (
          <ul>
            {result.map(({ name, isRight }) => (
              <li key={name} className={isRight ? undefined : 'bad'}>
                {name}: {isRight ? 'verified' : 'differs from the license'}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Outbox({ outbox }: Pick<StoredDevice, 'outbox'>): ReactNode {
  return (
    <>
      <h3>Outbox</h3>
      {outbox.length === 0 ? (
        <p>It is empty: the service has every decision of this device.</p>
      ) : (
        <ol>
          {outbox.map((entry) => (
            <li key={entry.id}>{describe(entry)}</li>
          ))}
        </ol>
      )}
    </>
  )
}

function describe({ kind, since, attempts, lastFailure, retryAt }: OutboxEntry): string {
  const failure = lastFailure && `last: ${lastFailure.code}${lastFailure.status ? ` ${lastFailure.status}` : ''}`
  const next = retryAt && `next attempt at ${toDate(retryAt)}`
  const what = kind === 'create' ? 'an agreement' : 'a withdrawal'
  return [`${what}, decided at ${toDate(since)}`, `${attempts} failed attempts`, failure, next].filter(Boolean).join(', ')
}
