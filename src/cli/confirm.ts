import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/** Asks a question on the terminal, as `CommandIo.confirm`. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  // Not as an editor of the line: it would take Ctrl-C from the process.
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
  const noAnswer = once(lines, 'close').then(() => 'n')
  try {
    const answer = await Promise.race([lines.question(question, { signal }).catch(() => 'n'), noAnswer])
    return /^(?:y|yes)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
