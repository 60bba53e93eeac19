'use client'

import { type ReactNode, useState } from 'react'
import { CONSENT_STATES, type ConsentState } from '../../core/consent-flow.ts'
import { type Network, network } from '../network.ts'
import { override, overrides } from '../overrides.ts'
import { Choice } from './choice.tsx'
import { LANGUAGES } from './languages.ts'
import { useTools, useView } from './tools.ts'
import { useDevice } from './use-device.ts'
import { useValue } from './use-value.ts'

const NETWORKS: Readonly<Record<Network, string>> = {
  online: 'online',
  slow: 'slow: each request waits 2 seconds',
  offline: 'offline',
  error: 'the service answers 503',
}
const STATES = Object.fromEntries(CONSENT_STATES.map((state) => [state, state])) as Record<ConsentState, string>
/** An act on the device. */
interface Act {
  readonly name: string
  readonly run: (() => Promise<unknown>) | undefined
  readonly done: string
}

/** Acts that put the device into another state, and what the kit shows instead of the props of the app. */
export function MakeTab(): ReactNode {
  return (
    <>
      <Acts />
      <h3>Network</h3>
      <Choice label="Requests" value={useValue(network)} options={NETWORKS} onChange={(next) => network.set(next ?? 'online')} />
      <Overriding />
    </>
  )
}

function Acts(): ReactNode {
  const { store } = useTools()
  const { device, view, missing } = useDevice()
  const { client } = useView()
  const [message, setMessage] = useState('')
  const record = view?.device
  const license = client.licensed && record?.outbox.length === 0
  const when = (isPossible: boolean | undefined, run: () => Promise<unknown> | undefined) =>
    isPossible && device !== undefined ? async () => run() : undefined
  const acts: readonly Act[] = [
    {
      name: 'Reset the device',
      run: when(true, () => device?.reset()),
      done: 'Nothing is stored on this device now. Licenses at the service stay.',
    },
    {
      name: 'Lose the key',
      run: when(record?.head !== undefined, () => device?.loseKey()),
      done: 'The key is gone, as when a browser deletes it.',
    },
    {
      name: 'Minor update',
      run: when(license, () => device?.agreeEarlier('minor')),
      done: 'On this device, the license has an earlier text.',
    },
    {
      name: 'Material update',
      run: when(license, () => device?.agreeEarlier('material')),
      done: 'On this device, the license has an earlier text and other data.',
    },
    {
      name: 'Expire the license',
      run: when(license, () => device?.expire()),
      done: 'On this device, the license ended yesterday. At the service it stays in force.',
    },
    {
      name: 'Withdraw',
      run: client.licensed ? () => store.actionsOf(undefined).withdraw() : undefined,
      done: 'The license was withdrawn, as with the button of the person.',
    },
  ]
  const perform = async ({ run, done }: Act) => {
    setMessage('…')
    setMessage(await (run?.() ?? Promise.resolve()).then(() => done, String))
  }
  return (
    <>
      <h3>Device</h3>
      {missing !== undefined && <p>{missing}</p>}
      <div className="bar">
        {acts.map((act) => (
          <button key={act.name} type="button" disabled={act.run === undefined} onClick={() => void perform(act)}>
            {act.name}
          </button>
        ))}
      </div>
      <p role="status">{message}</p>
    </>
  )
}

function Overriding(): ReactNode {
  const { store } = useTools()
  const { state, userId, locale, theme, direction } = useValue(overrides)
  const [person, setPerson] = useState(userId ?? '')
  const hasPerson = store.config !== undefined
  return (
    <>
      <h3>On screen</h3>
      <Choice label="State" none="Live" value={state} options={STATES} onChange={(next) => override({ state: next })} />
      {state !== undefined && (
        <p>This is the preview of that state. Nothing is sent or stored. What people do in it works on this page only.</p>
      )}
      <Choice
        label="Language"
        none="as in the app"
        value={locale}
        options={LANGUAGES}
        onChange={(next) => override({ locale: next })}
      />
      <Choice
        label="Direction"
        none="as in the app"
        value={direction}
        options={{ ltr: 'left to right', rtl: 'right to left' }}
        onChange={(next) => override({ direction: next })}
      />
      <Choice
        label="Theme"
        none="as in the app"
        value={theme}
        options={{ light: 'light', dark: 'dark' }}
        onChange={(next) => override({ theme: next })}
      />
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault()
          override({ userId: person === '' ? undefined : person })
        }}
      >
        <label htmlFor="person">Person</label>
        <span className="person">
          <input
            id="person"
            value={person}
            placeholder={hasPerson ? store.config?.userId : 'the person of your client'}
            disabled={!hasPerson}
            onChange={(event) => setPerson(event.target.value)}
          />
          <button type="submit" disabled={!hasPerson}>
            Use
          </button>
        </span>
      </form>
    </>
  )
}
