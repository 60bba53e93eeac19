import { isAbsolute, join } from 'node:path'
import type { CommandIo } from './command.ts'

/** Returns the path of a file, which is relative to the folder of the command. */
export function toPath(io: CommandIo, file: string): string {
  return isAbsolute(file) ? file : join(io.cwd, file)
}

/** Writes lines to standard output as fast as its reader takes them, or into a file, which gets its name when it is complete. */
export async function writeLines(lines: AsyncIterable<string>, io: CommandIo, file?: string): Promise<void> {
  if (file !== undefined) {
    const { writeFileAtomically } = await import('../service/node/atomic-file.ts')
    await writeFileAtomically(toPath(io, file), toTexts(lines), { mayReplace: true })
    return
  }
  for await (const line of lines) {
    io.out(line)
    await io.drained?.()
    if (io.outputClosed?.aborted) return
  }
}

async function* toTexts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}
