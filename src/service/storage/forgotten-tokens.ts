/** A kind of token whose use is stored: identity tokens, and the first refresh token of a chain. */
export type ForgottenKind = 'identity' | 'refresh'

/** Returns SQL for the day of UTC of a time. */
export const dayOf = (time: string): string => `(${time}::timestamptz AT TIME ZONE 'UTC')::date`

/** Returns SQL for whether the use of a token that expires at a time can have been deleted. Then nothing shows whether it was used. */
export const isForgotten = (kind: ForgottenKind, expires: string): string =>
  `EXISTS (SELECT FROM licet.forgotten_tokens f
    WHERE f.kind = '${kind}' AND f.day IN ('-infinity', ${dayOf(expires)}) AND f.expires >= ${expires}::timestamptz)`
