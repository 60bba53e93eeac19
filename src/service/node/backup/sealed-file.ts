import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { LicetError } from '../../../core/errors.ts'
import { readSealClaims, type SignSeal } from '../../backup/seal.ts'
import { writeFileAtomically } from '../atomic-file.ts'

const LINE_BREAK = 0x0a
/** No row is nearly as long. A few kilobytes can unpack to a line that fills the memory before its seal is read. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/** The last line of a file. */
interface SealLine {
  readonly end: true
  /** A compact JWS of the service over what the lines before it are. */
  readonly seal: string
}

/**
 * Writes lines into a compressed file that ends with a signed seal. The file gets its name when it is complete and on the disk. Until then,
 * it ends with `.part`.
 *
 * @throws {LicetError} `invalid_request` when a file has this name already.
 */
export async function writeSealedFile(path: string, texts: AsyncIterable<string>, sign: SignSeal): Promise<void> {
  await writeFileAtomically(path, seal(texts, sign), { isCompressed: true })
}

async function* seal(texts: AsyncIterable<string>, sign: SignSeal): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let header: { readonly format: string; readonly created: string } | undefined
  let count = 0
  for await (const text of texts) {
    header ??= JSON.parse(text.slice(0, text.indexOf('\n')))
    hash.update(text)
    count += text.split('\n').length - 1
    yield text
  }
  const { format: type = '', created: time = '' } = header ?? {}
  const signed = await sign({ type, time, count, sha256: hash.digest('hex') })
  yield `${JSON.stringify({ end: true, seal: signed } satisfies SealLine)}\n`
}

/**
 * Yields the lines of a file of {@link writeSealedFile}, and returns its seal. The last step checks that the file is complete and matches
 * its seal, so a caller must not keep anything before the end. Who signed the seal is for the caller to verify.
 *
 * @throws {LicetError} `invalid_request` when the file cannot be read, is incomplete or was changed.
 */
export async function* readSealedFile(path: string): AsyncGenerator<string, string> {
  const hash = createHash('sha256')
  let waiting: Buffer | undefined
  let count = 0
  for await (const line of readLines(path)) {
    if (waiting !== undefined) {
      hash.update(waiting).update('\n')
      count++
      yield waiting.toString('utf8')
    }
    waiting = line
  }
  const found = readSeal(waiting)
  const claims = found === undefined ? undefined : readSealClaims(found)
  if (found === undefined || claims === undefined) throw damaged(path, 'it is incomplete, or no file of licet')
  if (claims.sha256 !== hash.digest('hex') || claims.count !== count) throw damaged(path, 'its checksum is wrong')
  return found
}

/** Yields the lines of a compressed file. Not with `readline`, which also ends a line at U+2028. */
async function* readLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let restBytes = 0
  let isTooLong = false
  const file = createReadStream(path)
  try {
    const unpacked = createGunzip()
    file.on('error', (error) => unpacked.destroy(error))
    for await (const chunk of file.pipe(unpacked) as AsyncIterable<Buffer>) {
      let from = 0
      for (let to = chunk.indexOf(LINE_BREAK); to >= 0; to = chunk.indexOf(LINE_BREAK, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, to)])
        rest = []
        restBytes = 0
        from = to + 1
      }
      if (from < chunk.length) rest.push(chunk.subarray(from))
      restBytes += chunk.length - from
      isTooLong = restBytes > MAX_LINE_BYTES
      if (isTooLong) break
    }
  } catch (error) {
    throw isMissing(error) ? missing(path) : damaged(path, 'it is incomplete, or no file of licet', error)
  } finally {
    file.destroy()
  }
  if (isTooLong) throw damaged(path, 'a line is longer than any row')
  if (rest.length > 0) throw damaged(path, 'it is incomplete')
}

function readSeal(line: Buffer | undefined): string | undefined {
  try {
    const value: Partial<SealLine> = JSON.parse(line?.toString('utf8') ?? '')
    return value.end === true && typeof value.seal === 'string' ? value.seal : undefined
  } catch {
    return undefined
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'open'
}

function missing(path: string): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `${path} cannot be read. Nothing was restored. Correct the path or its permissions.`)
}

function damaged(path: string, reason: string, cause?: unknown): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `${path} cannot be used: ${reason}. Nothing was restored. Use another file.`, { cause })
}
