import type { JSONWebKeySet } from 'jose'

/** The result of one check. */
export interface Check {
  readonly name:
    | 'service_signature'
    | 'erasure'
    | 'license'
    | 'status'
    | 'time'
    | 'terms'
    | 'request'
    | 'signed_bytes'
    | 'device_signature'
    | 'provider'
    | 'supersedes'
    | 'revocation'
    | 'revocation_note'
    | 'vouched'
    | 'ended_by'
    | 'log'
    | 'timestamp'
    | 'members'
  /** `undefined` when the data for the check is missing. */
  readonly holds: boolean | undefined
  /** One sentence for a person. */
  readonly text: string
}

/** Options of `checkReceipt()`. */
export interface CheckReceiptOptions {
  readonly keys: JSONWebKeySet
  /** Where the keys come from. Keys of the receipt's own `file` show that it is consistent, not who signed it. */
  readonly keysFrom: 'file' | 'option'
  /** The service that must have signed the receipt. Default: any service whose key is in `keys`. */
  readonly issuer?: string | undefined
  /** The keys of the public log that the service publishes, one line each. Default: the keys in the file, which prove nothing. */
  readonly logKeys?: readonly string[] | undefined
  /** Certificates of trusted time-stamping authorities in PEM. Default: none, and a time stamp proves nothing. */
  readonly timestampCertificates?: string | undefined
  /** The public key of the device, base64 of SPKI DER. */
  readonly deviceKey?: string | undefined
}
