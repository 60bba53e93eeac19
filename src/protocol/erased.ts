/** How much an erasure removed. Zero of both means that no device and no license matched. */
export interface ErasedCount {
  readonly devices: number
  readonly licenses: number
}

/** The header of the response to an erasure, which has no body. */
export const ERASED_HEADER = 'licet-erased'

/** Writes the value of the header, as a dictionary of RFC 9651. */
export function writeErased({ devices, licenses }: ErasedCount): string {
  return `devices=${devices}, licenses=${licenses}`
}

/** Reads the value of the header. `undefined` when a proxy removed the header. */
export function readErased(text: string | null): ErasedCount | undefined {
  const [devices, licenses] = text?.match(/\d+/g)?.map(Number) ?? []
  return devices === undefined || licenses === undefined ? undefined : { devices, licenses }
}
