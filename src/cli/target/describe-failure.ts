/** What the codes of Node mean, for an operator. */
const MEANINGS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'its host name cannot be resolved',
  EAI_AGAIN: 'its host name cannot be resolved now',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'it did not respond in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from a private authority; add the authority to NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate chain is incomplete, or comes from a private authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate chain is incomplete, or comes from a private authority',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Returns why a request had no response, with the code of Node, or `undefined` when that is unknown. */
export function describeFailure(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    const meaning = MEANINGS[code]
    if (meaning !== undefined) return `${meaning} (${code})`
    if (/^(?:E[A-Z]{3,}|ERR_|CERT_|UNABLE_)/.test(code)) return code
  }
  return undefined
}
