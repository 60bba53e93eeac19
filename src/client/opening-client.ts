import { toLicetError } from '../core/errors.ts'
import type { AnyClientConfig, CheckedAgreement } from './config.ts'
import { createLater } from './later.ts'
import { keepsMark, writeMark } from './record/answer-mark.ts'
import { toClientStorage } from './record/change-indexed-db.ts'
import type { RecordReader } from './record/record-reader.ts'
import { readDevice, type StoredDevice } from './record/stored-device.ts'
import { INITIAL_SNAPSHOT } from './snapshot/initial-snapshot.ts'

/**
 * A client whose code loads after the first paint: the terms can be read without it. It continues from what the reader has read, with the same
 * snapshot and listeners. A call before that waits for the code, and its failure is the failure of the call.
 */
export class OpeningClient {
  readonly later = createLater(
    'license client',
    () => import('./question/open-client.ts'),
    (module) => {
      const { last, snapshots } = this.#reader
      const client = module.openClient(this.#config, { device: last?.device, checked: this.#checked, snapshots })
      this.#reader.close()
      return client
    },
  )
  readonly #reader: RecordReader
  readonly #config: AnyClientConfig
  readonly #checked: CheckedAgreement

  constructor(reader: RecordReader, config: AnyClientConfig, checked: CheckedAgreement) {
    this.#reader = reader
    this.#config = config
    this.#checked = checked
  }

  /** Loads the code. A failure is in the snapshot, and the next call and the next reading try again. */
  async load(): Promise<void> {
    if (this.later.isClosed) return
    try {
      await this.later.load()
    } catch (error) {
      if (this.later.isClosed) return
      // What the record contains, as far as that is known without the code.
      const { client = INITIAL_SNAPSHOT, device } = this.#reader.last ?? {}
      const declined = device?.declined && { at: device.declined.at }
      const needs = client.licensed ? 'nothing' : 'first'
      this.#reader.snapshots.set({ ...client, phase: 'ready', needs, declined, error: toLicetError(error) })
    }
  }

  /**
   * Stores a Decline or a withdrawal before the code for it has loaded: it counts for a person who leaves immediately. Nobody is notified, because
   * the client stores it again.
   */
  async storeEarly(act: Pick<StoredDevice, 'declined'> | Pick<StoredDevice, 'unsigned'>): Promise<void> {
    this.#reader.hasDecided = true
    const record = this.#reader.open()
    // May be lost in a power cut, so that it is stored before the page can be left.
    await record.run((storage) =>
      toClientStorage(storage).update(
        record.scope,
        (stored) => {
          const next = { ...readDevice(stored), ...act }
          if (keepsMark(this.#config)) writeMark(next)
          return next
        },
        'relaxed',
      ),
    )
  }

  /** Resolves when no work is running. */
  async whenIdle(): Promise<void> {
    const { isAwaited, loaded, loading } = this.later
    const client = isAwaited ? await loading?.catch(() => undefined) : loaded
    // A decision that was made before the client opened starts its work when it opens.
    await client?.getLicense().catch(() => {})
    await client?.whenIdle()
  }

  /** Stops the client and resolves when it has stopped. */
  async close(): Promise<void> {
    this.later.close()
    this.#reader.close()
    await this.later.loaded?.close()
    const { snapshots } = this.#reader
    snapshots.set({ ...snapshots.get(), phase: 'closed' })
  }
}
