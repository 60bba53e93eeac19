import type { TokenDevice } from '../auth/ownership.ts'
import { createBoundedMap } from '../bounded-map.ts'
import type { NewLicense } from '../storage/licenses.ts'
import type { Submission } from '../storage/store-license.ts'

/** Devices, licenses, texts and requests in memory, of each at most so many. A device takes about 600 bytes. */
const MAX_KEPT = 5000

/** What a license request is expected to find in the database. */
export type Expected = Pick<Submission, 'spki' | 'vouched' | 'hasTerms' | 'supersedes' | 'supersededCreated'>

type DeviceName = Pick<TokenDevice, 'providerId' | 'address'>

/**
 * What this process has seen of devices and their licenses, so that most licenses are stored without a read before. The public key is always
 * right, because an address is the hash of its key. Everything else can be outdated: the function that stores a license checks it again.
 */
export interface SubmissionMemory {
  /**
   * Returns what a request will probably find. `undefined` for a device that this process has not seen, and for a request that it has
   * stored: to read its license costs less than to sign a receipt that is not stored.
   */
  expect(request: DeviceName & Pick<NewLicense, 'ptr' | 'termsHash' | 'requestHash'>): Expected | undefined
  /** Keeps the key of a device. `vouched` is whether a backend vouches for the person of its next request. */
  noteDevice(device: DeviceName, seen: Pick<Submission, 'spki' | 'vouched'>): void
  /** Keeps a stored license, as the one that the next license of the device for this `ptr` replaces. */
  noteLicense(
    license: Pick<NewLicense, 'providerId' | 'address' | 'ptr' | 'id' | 'now' | 'status' | 'termsHash' | 'requestHash'>,
  ): void
}

/** Creates an empty {@link SubmissionMemory}. */
export function createSubmissionMemory(): SubmissionMemory {
  const devices = createBoundedMap<Pick<Submission, 'spki' | 'vouched'>>(MAX_KEPT)
  const newest = createBoundedMap<{ readonly id: string; readonly created: number }>(MAX_KEPT)
  const texts = createBoundedMap<true>(MAX_KEPT)
  const requests = createBoundedMap<true>(MAX_KEPT)
  const nameOf = ({ providerId, address }: DeviceName) => `${providerId} ${address}`
  const nameOfPerson = (request: DeviceName & Pick<NewLicense, 'ptr'>) => `${nameOf(request)} ${request.ptr}`
  return {
    expect(request) {
      const device = devices.get(nameOf(request))
      if (device === undefined || requests.get(request.requestHash) === true) return undefined
      const { id = null, created = null } = newest.get(nameOfPerson(request)) ?? {}
      return { ...device, hasTerms: texts.get(request.termsHash) === true, supersedes: id, supersededCreated: created }
    },
    noteDevice(device, { spki, vouched }) {
      devices.set(nameOf(device), { spki: new Uint8Array(spki), vouched })
    },
    noteLicense(license) {
      texts.set(license.termsHash, true)
      requests.set(license.requestHash, true)
      if (license.status === 'active') newest.set(nameOfPerson(license), { id: license.id, created: license.now })
      else newest.delete(nameOfPerson(license))
    },
  }
}
