/** Who can ask for the end of a license without the device: the person, the company that has the license, or a court. */
export const REVOCATION_REQUESTERS = ['person', 'company', 'court'] as const

/** One of {@link REVOCATION_REQUESTERS}. */
export type RevocationRequester = (typeof REVOCATION_REQUESTERS)[number]

/** The form of the `channel` of a revocation: one lower-case word, so that it contains no personal data. */
export const REVOCATION_CHANNEL = /^[a-z][a-z0-9_-]{0,39}$/
