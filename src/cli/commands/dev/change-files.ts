import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CommandIo } from '../../command.ts'
import { printable } from '../../printable.ts'
import type { Edit } from './edit-env.ts'

/** Access of a file without secrets. */
export const PUBLIC = 0o644

/** A file of the app, and how to change it. */
export interface FileChange {
  /** Name of the file in the folder of the app. */
  readonly name: string
  /** Access of the file if it does not exist yet. */
  readonly mode: number
  /** Returns the change of the text, or `undefined` when the file needs none. */
  readonly edit: (text: string) => Edit | undefined
}

/** A change of a file that was read. */
interface PlannedChange extends Edit {
  readonly name: string
  readonly path: string
  readonly mode: number
}

interface ChangeFilesOptions {
  /** Writes without a question, as `--yes`. */
  readonly withoutQuestion: boolean
  readonly io: CommandIo
  /** What the person needs to know when a file could not be changed, for example `The service runs.` */
  readonly whenUnchanged: string
}

/**
 * Shows how files of the app change, asks, and writes them.
 *
 * Without an answer it writes nothing, and the printed lines can be added by hand. A file that cannot be read or written is reported.
 *
 * @returns The names of the changed files.
 */
export async function changeFiles(
  folder: string,
  changes: readonly FileChange[],
  options: ChangeFilesOptions,
): Promise<readonly string[]> {
  const { withoutQuestion, io, whenUnchanged } = options
  const attempt = createAttempt(io, whenUnchanged)
  const planned = changes.flatMap((change) => attempt(change.name, () => plan(folder, change)) ?? [])
  if (planned.length === 0) return []
  io.out('')
  for (const { name, lines } of planned) {
    io.out(`${name}:`)
    for (const line of lines) io.out(`  ${printable(line.replaceAll('\t', '  '))}`)
  }
  if (!withoutQuestion && io.confirm === undefined) {
    io.out('Nothing was written, because nobody can answer here. Add these lines yourself, or use --yes.')
    return []
  }
  if (!withoutQuestion && !(await io.confirm?.('Write these lines? [Y/n] ', io.signal))) {
    io.out(io.signal.aborted ? '' : 'Nothing was written. Add these lines yourself.')
    return []
  }
  const written = planned.filter((change) => attempt(change.name, () => write(change)))
  for (const { name } of written) io.out(`Changed ${name}.`)
  return written.map(({ name }) => name)
}

function plan(folder: string, { name, mode, edit }: FileChange): PlannedChange[] {
  const path = join(folder, name)
  try {
    // A link to a file that several folders share stays a link.
    const target = realpathSync(path)
    const change = edit(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(target)))
    return change === undefined ? [] : [{ ...change, name, path: target, mode: statSync(target).mode }]
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const change = edit('')
    return change === undefined ? [] : [{ ...change, name, path, mode }]
  }
}

/** Replaces the file as a whole, so that a killed process leaves either the old or the new text. */
function write({ path, text, mode }: PlannedChange): true {
  const temporary = `${path}.licet-new`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, text)
    chmodSync(temporary, mode)
    renameSync(temporary, path)
    return true
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Returns a function that runs a step on a file. It reports a failure and returns `undefined`. */
function createAttempt(io: CommandIo, whenUnchanged: string): <T>(name: string, step: () => T) => T | undefined {
  return (name, step) => {
    try {
      return step()
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'it is not text in UTF-8'
      io.err(
        `${name} was not changed: ${printable(reason)}. ${whenUnchanged} Add the lines yourself, or fix the access and start again.`,
      )
      return undefined
    }
  }
}
