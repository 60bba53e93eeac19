import { type CommandInput, type CommandIo, EXIT } from './command.ts'
import { toPrintableJson } from './printable.ts'

/** Prints the result of a command: as JSON with `--json`, otherwise as lines of text. Returns the exit code of a command that is done. */
export function printResult(input: CommandInput, io: CommandIo, result: unknown, lines: readonly string[]): number {
  for (const line of input.values.json === true ? [toPrintableJson(result)] : lines) io.out(line)
  return EXIT.ok
}
