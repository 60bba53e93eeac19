/** The request that failed. `requestId` is the one that the host gave it. */
interface FailedRequest {
  readonly method: string
  readonly route: string
  readonly requestId?: string
}

/** A report for the operator. Contains no key, token, signature or `ptr`. */
export type ServiceEvent =
  | { readonly type: 'refresh_reused'; readonly providerId: string }
  /** A used refresh token came back within the grace period, and got the current token of its chain. */
  | { readonly type: 'refresh_repeated'; readonly providerId: string }
  /** `reason` is the meaning of the SQLSTATE that the database returned, or why the connection failed. */
  | ({ readonly type: 'unavailable'; readonly reason: string } & FailedRequest)
  | ({ readonly type: 'server_error'; readonly error: string } & FailedRequest)
  /**
   * PostgreSQL is unavailable, at the start or later. The service listens, responds with 503 and retries. Sent once for each outage; at the
   * start, sent again when `reason` changes.
   */
  | { readonly type: 'database_unavailable'; readonly reason: string }
  /** PostgreSQL is available again, after one or more `database_unavailable`. */
  | { readonly type: 'database_available' }
  /**
   * The clock of this process differs from the clock of the database by more than 2 s. It is ahead by `differenceMs`, or behind when that
   * is negative. Above 60 s, `isUsable` is `false`: the process is not ready and signs nothing. Sent when either limit is crossed.
   */
  | { readonly type: 'clock_differs'; readonly differenceMs: number; readonly isUsable: boolean }
  /** Both clocks agree again, after `clock_differs`. */
  | { readonly type: 'clock_agrees' }
  /** Lists of organizations use the primary, because the replica fails, is behind or is not a standby. `reason` is the cause. */
  | { readonly type: 'replica_unavailable'; readonly reason: string }
  /** Lists of organizations use the replica again, after `replica_unavailable`. */
  | { readonly type: 'replica_available' }
  /** Webhooks to an endpoint fail, and are tried again. Sent again after `webhook_recovered`. Contains no URL, which can be a secret. */
  | { readonly type: 'webhook_failing'; readonly endpointId: string; readonly reason: string }
  | { readonly type: 'webhook_recovered'; readonly endpointId: string }
  /** The last attempt of an event failed. `id` is its `webhook-id`. `licet webhook replay` sends it again. */
  | { readonly type: 'webhook_given_up'; readonly endpointId: string; readonly id: string; readonly reason: string }
  /** The tree of the public log in the database does not continue what was signed. Entries wait, and nothing is signed. */
  | { readonly type: 'log_inconsistent'; readonly reason: string }
  /** A witness of the public log does not cosign its checkpoints. The log continues without it. */
  | { readonly type: 'witness_failing'; readonly witness: string; readonly reason: string }
  | { readonly type: 'witness_recovered'; readonly witness: string }
  /** The time-stamping authority with the host `authority` gives no valid time stamp. The log continues without it, and asks again later. */
  | { readonly type: 'timestamp_failing'; readonly authority: string; readonly reason: string }
  | { readonly type: 'timestamp_recovered'; readonly authority: string }
  /** A worker of `licet serve --workers` ended unexpectedly. Another one replaces it. `reason` is its signal or exit code. */
  | { readonly type: 'worker_ended'; readonly workerPid: number; readonly reason: string }
  /** Connections or requests are refused, because `limit` is reached. Sent at most once a minute for each limit. */
  | { readonly type: 'overloaded'; readonly limit: 'maxSockets' | 'maxSocketsPerAddress' | 'maxBufferedBytes' | 'maxWaitMs' }
  /**
   * Unvouched devices have used 80 % of a quota: of a network within an hour, or of a provider on one UTC day. Sent once for each of these
   * times. `network` is an IPv4 address or an IPv6 /48.
   */
  | {
      readonly type: 'quota_nearly_used'
      readonly quota: StrangerQuotaName
      readonly network?: string
      readonly providerId?: string
      readonly used: number
      readonly limit: number
    }

/** The option of a quota of unvouched devices. */
export type StrangerQuotaName = 'maxRegistrationsPerHour' | 'maxStrangerBytesPerDay'

/** The option whose limit is reached. */
export type OverloadLimit = Extract<ServiceEvent, { readonly type: 'overloaded' }>['limit']
