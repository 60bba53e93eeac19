import { once } from 'node:events'
import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { describeFileError } from '../service/node/describe-file-error.ts'
import { printable } from './printable.ts'

const STDOUT = 1

/** Standard output of the process. */
export interface StandardOutput {
  write(text: string): void
  /** Resolves when the reader has taken most of what was written. */
  drained(): Promise<void>
  /** Aborts when nothing more can be written: the reader has exited, or a write failed. */
  readonly closed: AbortSignal
  /**
   * Waits until everything is written. Resolves with whether no write has failed. A reader that exits early, such as `head`, is no failure.
   */
  finish(): Promise<boolean>
}

/** Opens standard output. Reports the first write that fails with `err`, immediately. */
export function openStandardOutput(err: (line: string) => void): StandardOutput {
  const { stdout } = process
  const controller = new AbortController()
  let hasFailed = false
  const close = (error: unknown): void => {
    const isFailure = !(error instanceof Error && 'code' in error && error.code === 'EPIPE')
    if (isFailure && !hasFailed) for (const line of describeFailure(error)) err(line)
    hasFailed ||= isFailure
    controller.abort()
  }
  // Without a listener, a reader that exits (EPIPE) would end the service.
  stdout.on('error', close)
  const isSynchronous = isFile()
  return {
    write(text) {
      if (controller.signal.aborted) return
      if (!isSynchronous) {
        stdout.write(text)
        return
      }
      try {
        writeAll(text)
      } catch (error) {
        close(error)
      }
    },
    async drained() {
      if (controller.signal.aborted || !stdout.writableNeedDrain) return
      // After an error there is no `drain`. `close` above has reported it.
      await once(stdout, 'drain', { signal: controller.signal }).catch(() => undefined)
    },
    closed: controller.signal,
    async finish() {
      if (!isSynchronous && !controller.signal.aborted) await new Promise<void>((resolve) => stdout.write('', () => resolve()))
      return !hasFailed
    },
  }
}

/** Returns whether standard output is a file or a device such as `/dev/full`. */
function isFile(): boolean {
  if (isatty(STDOUT)) return false
  try {
    const stats = fstatSync(STDOUT)
    return stats.isFile() || stats.isCharacterDevice()
  } catch {
    return false
  }
}

/** Node writes to a file once and ignores how much was written. On a full disk that is a part of the text, without an error. */
function writeAll(text: string): void {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(STDOUT, bytes, written)
}

function describeFailure(error: unknown): string[] {
  const known = describeFileError(error)
  const reason = known?.reason ?? printable(error instanceof Error ? error.message : String(error))
  return [
    `The output could not be written completely: ${reason}.`,
    'The printed output is incomplete. Changes that the command has made are stored, and a secret that was not printed is lost.',
    `${known?.fix ?? 'Choose another destination'}. Print a list or an export again. Revoke or remove a key whose secret is lost.`,
  ]
}
