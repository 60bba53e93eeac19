import { LicetError } from '../../core/errors.ts'
import { hasLoneSurrogate } from '../../core/json.ts'
import { MAX_PERMITS, MAX_PTR_CHARS } from '../../core/limits.ts'
import { WORD } from '../../core/words.ts'
import { permitAnswerShape } from '../../protocol/guards.ts'
import { TRAIL_PATHS } from '../../protocol/paths.ts'
import type { PermitAnswer } from '../../protocol/records/license-operations.ts'
import type { Schedule } from '../environment.ts'
import { invalidResponse } from '../http/http-error.ts'
import { encodeMembers, readResponseList } from '../http/send-request.ts'
import type { TokenClient } from '../tokens/token-client.ts'
import type { TokenSet } from '../tokens/token-types.ts'
import { RENEW_BEFORE_MS, withRenewal } from '../tokens/with-renewal.ts'
import type { Permit, PermitQuestion } from './permit-types.ts'

/** Maximum number of answers in memory, about 300 bytes each. */
const MAX_CACHED = 10_000

/** Largest body of a request, in UTF-16 units. Fewer than the service reads, even when each of them takes three bytes. */
const MAX_BATCH_CHARS = 80_000

/** What a {@link PermitClient} needs. */
export interface PermitClientOptions {
  readonly tokens: TokenClient
  readonly trailUrl: string
  readonly credentials: { readonly userId: string; readonly apiKey: string } | undefined
  readonly providerId: string | undefined
  readonly cacheMs: number
  readonly now: () => number
  readonly monotonic: () => number
  readonly schedule: Schedule
}

interface CachedAnswer {
  readonly answer: Promise<Permit>
  /** By the monotonic clock. `Infinity` until the answer is there. */
  until: number
}

interface WaitingQuestion {
  readonly json: string
  readonly resolve: (answer: { readonly permit: Permit; readonly keptMs: number }) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks the service whether uses are permitted. Questions that are asked at the same time become one request, and an answer is kept for a
 * stated time, but never beyond the end of its license.
 */
export class PermitClient {
  readonly #options: PermitClientOptions
  readonly #cache = new Map<string, CachedAnswer>()
  #waiting: WaitingQuestion[] = []
  #token: Promise<TokenSet> | undefined

  constructor(options: PermitClientOptions) {
    this.#options = options
  }

  /** See {@link AuthClient.permits}. */
  ask(question: PermitQuestion): Promise<Permit> {
    const { monotonic } = this.#options
    const json = toJson(question)
    const known = this.#cache.get(json)
    if (known !== undefined && monotonic() < known.until) return known.answer
    const asked = new Promise<{ readonly permit: Permit; readonly keptMs: number }>((resolve, reject) => {
      this.#waiting.push({ json, resolve, reject })
    })
    if (this.#waiting.length === 1) this.#options.schedule(() => this.#sendAll(), 0)
    const cached: CachedAnswer = { answer: asked.then(({ permit }) => permit), until: Number.POSITIVE_INFINITY }
    asked.then(
      ({ keptMs }) => {
        cached.until = monotonic() + keptMs
        if (keptMs <= 0 && this.#cache.get(json) === cached) this.#cache.delete(json)
      },
      () => this.#cache.get(json) === cached && this.#cache.delete(json),
    )
    // Deleted first, so that the map is ordered by age.
    this.#cache.delete(json)
    this.#cache.set(json, cached)
    const oldest = this.#cache.keys().next()
    if (this.#cache.size > MAX_CACHED && !oldest.done) this.#cache.delete(oldest.value)
    return cached.answer
  }

  // One batch after the other, so that a thousand questions never occupy more than one connection.
  async #sendAll(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    for (const batch of toBatches(waiting)) {
      try {
        await this.#send(batch)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  async #send(batch: readonly WaitingQuestion[]): Promise<void> {
    const { tokens, trailUrl, providerId, now, cacheMs } = this.#options
    const query = encodeMembers({ provider_id: providerId })
    const url = TRAIL_PATHS.permitLicense + (query === '' ? '' : `?${query}`)
    const json = `[${batch.map((question) => question.json).join(',')}]`
    const response = await withRenewal(
      (rejected) => this.#readToken(rejected),
      (token) => tokens.send({ method: 'POST', url, token, json }, undefined, trailUrl),
    )
    const answers = readResponseList(response, permitAnswerShape)
    if (answers.length !== batch.length) throw invalidResponse(response.status, 'has another number of answers than questions')
    // The clock of the service is known to half a second.
    const serviceNow = now() + (response.skewMs ?? 0) + 500
    for (const [at, answer] of answers.entries()) {
      const leftMs = Date.parse(answer.license?.expiry ?? '') - serviceNow
      batch[at]?.resolve({ permit: toPermit(answer), keptMs: Number.isNaN(leftMs) ? cacheMs : Math.min(cacheMs, leftMs) })
    }
  }

  async #readToken(rejected: string | undefined): Promise<string> {
    const { credentials, tokens, now } = this.#options
    if (credentials === undefined) throw noCredentials()
    const last = this.#token
    const known = await last?.catch(() => undefined)
    const isUsable = known !== undefined && known.accessToken !== rejected && now() < known.expiresAt - RENEW_BEFORE_MS
    if (isUsable) return known.accessToken
    // Another batch may have asked for a token in the meantime.
    const current = this.#token
    const isOutdated = current === undefined || current === last
    const next = isOutdated ? tokens.grant({ type: 'user', ...credentials, scope: ['trail'] }) : current
    this.#token = next
    return (await next).accessToken
  }
}

/**
 * Writes a question as the service reads it. The text is also its key in the cache.
 *
 * Checks it first: the service refuses a batch as a whole, so a wrong question would also end the questions of other callers.
 */
function toJson({ userId, address, usecase, destination, allowUnvouched }: PermitQuestion): string {
  const given = [userId, address].filter((subject) => subject !== undefined)
  if (given.length !== 1 || !isSubject(given[0])) throw invalidQuestion('userId', 'your own id of the person, 1 to 256 characters')
  if (!isWord(usecase)) throw invalidQuestion('usecase', 'a use case such as analytics')
  if (destination !== undefined && !isWord(destination)) throw invalidQuestion('destination', 'a host name')
  return JSON.stringify({ ptr: userId, address, usecase, destination, ...(allowUnvouched === true && { allowUnvouched }) })
}

function toPermit({ permitted, reason, vouched, license }: PermitAnswer): Permit {
  return { permitted, reason, vouched, ...(license === undefined ? {} : { license }) }
}

function* toBatches(questions: readonly WaitingQuestion[]): Generator<readonly WaitingQuestion[]> {
  let batch: WaitingQuestion[] = []
  let chars = 0
  for (const question of questions) {
    const isFull = batch.length === MAX_PERMITS || chars + question.json.length > MAX_BATCH_CHARS
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      chars = 0
    }
    batch.push(question)
    chars += question.json.length
  }
  if (batch.length > 0) yield batch
}

function noCredentials(): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    '`credentials` is missing. Nothing was sent. Pass the `userId` and `apiKey` that `licet api-key create --scope trail` printed.',
    { field: 'credentials' },
  )
}

/** A framework can pass an array, whose text is a word too. */
function isWord(value: unknown): boolean {
  return typeof value === 'string' && WORD.test(value)
}

function isSubject(text: string | undefined): boolean {
  const isText = typeof text === 'string' && text !== '' && text.length <= MAX_PTR_CHARS
  return isText && !hasLoneSurrogate(text) && !text.includes('\u0000')
}

function invalidQuestion(field: string, expected: string): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `\`${field}\` of the question is missing or invalid. Nothing was sent. Use ${expected}.`,
    { field },
  )
}
