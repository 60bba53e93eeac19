/**
 * Converts the signature of ES256 in a JWS, two numbers of 32 bytes, to the DER form that openssl and most libraries read: a SEQUENCE of two
 * INTEGERs. An INTEGER has no leading zeros, except one before a first bit of 1, which would make it negative.
 */
export function toDer(raw: Buffer): Buffer {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map(toInteger)
  const body = Buffer.concat(integers)
  return Buffer.concat([Buffer.from([0x30, body.length]), body])
}

function toInteger(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.subarray(start < 0 ? bytes.length - 1 : start)
  const padded = (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits
  return Buffer.concat([Buffer.from([0x02, padded.length]), padded])
}
