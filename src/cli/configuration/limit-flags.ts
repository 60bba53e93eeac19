import { HOUR_MS, SECOND_MS } from '../../core/time-units.ts'
import {
  DEFAULT_BUFFERED_BYTES,
  DEFAULT_DRAIN_MS,
  DEFAULT_LICENSES_PER_HOUR,
  DEFAULT_MAX_SOCKETS,
  DEFAULT_MAX_SOCKETS_PER_ADDRESS,
  DEFAULT_MAX_WAIT_MS,
  DEFAULT_REGISTRATIONS_PER_HOUR,
  DEFAULT_REQUEST_TIMEOUT_MS,
  DEFAULT_STRANGER_BYTES_PER_DAY,
  DEFAULT_TERMS_PER_DAY,
} from '../../service/defaults.ts'
import { MIN_BUFFERED_BYTES } from '../../service/http/body-budget.ts'
import type { ConfigOption } from './config-option.ts'

const MAX_SOCKETS = 1_000_000
const MAX_REQUEST_TIMEOUT_SECONDS = 3600
const MAX_WAIT_MS = HOUR_MS
const MAX_DRAIN_SECONDS = 3600
const MAX_QUOTA = 99_999

/** The options that bound what callers, and above all strangers, can use of the service. */
export const LIMITS = {
  maxSockets: {
    kind: 'number',
    value: '<n>',
    range: [1, MAX_SOCKETS],
    help: 'maximum number of open HTTP connections',
    default: String(DEFAULT_MAX_SOCKETS),
  },
  maxSocketsPerAddress: {
    kind: 'number',
    value: '<n>',
    range: [1, MAX_SOCKETS],
    help: 'maximum number of HTTP connections from one address, or of its concurrent requests behind a trusted proxy',
    default: String(DEFAULT_MAX_SOCKETS_PER_ADDRESS),
  },
  maxBufferedBytes: {
    kind: 'number',
    value: '<bytes>',
    range: [MIN_BUFFERED_BYTES, Number.MAX_SAFE_INTEGER],
    help: 'memory for request bodies, for all requests together',
    default: String(DEFAULT_BUFFERED_BYTES),
  },
  maxWait: {
    kind: 'number',
    value: '<ms>',
    range: [1, MAX_WAIT_MS],
    help: 'how long a request may wait for its turn, in milliseconds, before it gets 503',
    default: String(DEFAULT_MAX_WAIT_MS),
    field: 'maxWaitMs',
  },
  requestTimeout: {
    kind: 'number',
    value: '<seconds>',
    range: [1, MAX_REQUEST_TIMEOUT_SECONDS],
    help: 'how long a request may take to arrive',
    default: String(DEFAULT_REQUEST_TIMEOUT_MS / SECOND_MS),
    field: 'requestTimeoutMs',
    scale: SECOND_MS,
  },
  drain: {
    kind: 'number',
    value: '<seconds>',
    range: [0, MAX_DRAIN_SECONDS],
    help: 'how long to keep serving after SIGTERM, while /readyz is 503, so that a proxy uses other processes',
    default: String(DEFAULT_DRAIN_MS / SECOND_MS),
    field: 'drainMs',
    scale: SECOND_MS,
  },
  maxLicensesPerHour: {
    kind: 'number',
    value: '<n>',
    range: [0, MAX_QUOTA],
    help: 'maximum number of new licenses of a device within an hour; 0 for any number',
    default: String(DEFAULT_LICENSES_PER_HOUR),
  },
  maxTermsPerDay: {
    kind: 'number',
    value: '<n>',
    range: [0, MAX_QUOTA],
    help: 'maximum number of new texts of terms of a device within a day; 0 for any number',
    default: String(DEFAULT_TERMS_PER_DAY),
  },
  maxRegistrationsPerHour: {
    kind: 'number',
    value: '<n>',
    range: [0, MAX_QUOTA],
    help: 'maximum number of devices without an identity token that one network may register within an hour; 0 for any number',
    default: String(DEFAULT_REGISTRATIONS_PER_HOUR),
  },
  maxStrangerBytesPerDay: {
    kind: 'number',
    value: '<bytes>',
    range: [0, Number.MAX_SAFE_INTEGER],
    help: 'what the devices of one provider without an identity token may store in a day; 0 for any amount',
    default: String(DEFAULT_STRANGER_BYTES_PER_DAY),
  },
} as const satisfies Readonly<Record<string, ConfigOption>>
