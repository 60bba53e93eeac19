'use client'

import { useEffect, useState } from 'react'
import type { AnyClientConfig } from '../../client/config.ts'
import { Subscribable } from '../../client/snapshot/subscribable.ts'
import { configOfClient } from '../connect.ts'
import { Device, type DeviceView } from '../device.ts'
import { overrides } from '../overrides.ts'
import { useTools } from './tools.ts'
import { useValue } from './use-value.ts'

/** The record of the device, and why it cannot be read. */
export interface UsedDevice {
  readonly device: Device | undefined
  readonly view: DeviceView | undefined
  /** Why there is no record to show. */
  readonly missing: string | undefined
}

const NONE = new Subscribable<DeviceView | undefined>(undefined)

/** Opens the record of the person of a store while the component is mounted. */
export function useDevice(): UsedDevice {
  const { store } = useTools()
  const isPreview = useValue(overrides).state !== undefined
  const config: AnyClientConfig | undefined = isPreview ? undefined : (store.config ?? configOfClient())
  const [device, setDevice] = useState<Device>()
  useEffect(() => {
    if (config === undefined) return
    const opened = new Device(config)
    setDevice(opened)
    // The client of the page reports what is wrong with the storage.
    opened.open().catch(() => {})
    // The client stores more than other tabs are notified of.
    const unsubscribe = store.subscribe(() => void opened.refresh().catch(() => {}))
    return () => {
      unsubscribe()
      opened.close()
      setDevice(undefined)
    }
  }, [config, store])
  const view = useValue(device?.view ?? NONE)
  const missing = isPreview ? PREVIEW : config === undefined ? NO_CONFIG : undefined
  return { device, view, missing }
}

const PREVIEW = 'A preview is on screen, which stores nothing. Choose “Live” under “Make” to see the device.'
const NO_CONFIG =
  'The provider has a client that your app created, so its record is not known here. Create it with new ServiceClient(withDevtools(config)).'
