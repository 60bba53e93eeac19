/** A question of {@link AuthClient.permits}: whether a person, or a device, permits a use. */
export type PermitQuestion = {
  /** The use case, for example `analytics`. */
  readonly usecase: string
  /** The destination, usually a host name. Without it, any destination counts. */
  readonly destination?: string | undefined
} & (
  | {
      /** Your own id of the person: the `userId` of the client, and the `ptr` of the license. */
      readonly userId: string
      readonly address?: undefined
      /**
       * Whether licenses that your backend did not vouch for also count. Anyone can agree for the person, so `permitted` then proves
       * nothing. Default: `false`.
       */
      readonly allowUnvouched?: boolean | undefined
    }
  | {
      /** The address of a device. */
      readonly address: string
      readonly userId?: undefined
      readonly allowUnvouched?: undefined
    }
)

/** The answer to a {@link PermitQuestion}. */
export interface Permit {
  /** Whether an active license covers the use. */
  readonly permitted: boolean
  /**
   * `licensed`, `no_active_license`, `not_covered`, or `unknown`: there are more licenses than the service reads for one question, and none of
   * those that it read covers the use.
   */
  readonly reason: string
  /**
   * Whether your backend vouched for the person of the license. With `false`, which needs `allowUnvouched` or a question about a device,
   * anyone may have agreed for the person: do not rely on the answer.
   */
  readonly vouched: boolean
  /** The license that permits the use, and its end. */
  readonly license?: { readonly id: string; readonly expiry?: string } | undefined
}
