import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnvironment } from './run-command.ts'

const TIMEOUT_MS = 120_000

/** A shell that stays open, as a terminal. Variables, the folder and background programs stay from one call to the next. */
export interface Shell {
  /** Runs lines, and returns what they printed. Throws an error with the output when a line fails. */
  run(lines: string): Promise<string>
  /** Ends the shell, and everything that it started. */
  close(): Promise<void>
}

/** Opens a shell in a folder. */
export function openShell(cwd: string, env: Readonly<Record<string, string>> = {}): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'licet-shell-'))
  const script = join(folder, 'lines.sh')
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd, detached: true, env: { ...plainEnvironment(), ...env } })
  let output = ''
  let look: () => void = () => undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      look()
    })
  }
  child.stdin.write("trap 'failed=1' ERR\n")
  return {
    run: (lines) =>
      new Promise((resolve, reject) => {
        output = ''
        look = () => {
          const [mark, failed] = /\n---ended (\d)---\n/.exec(output) ?? []
          if (mark === undefined) return
          clearTimeout(timer)
          child.off('exit', fail)
          const printed = output.replace(mark, '')
          if (failed === '0') resolve(printed)
          else reject(new Error(`A line failed:\n${lines}\n${printed}`))
        }
        const timer = setTimeout(() => reject(new Error(`The lines did not end in time:\n${lines}\n${output}`)), TIMEOUT_MS)
        const fail = () => reject(new Error(`The shell ended:\n${lines}\n${output}`))
        child.once('exit', fail)
        writeFileSync(script, lines)
        // What a program prints may not end with a line break. The programs must not read the lines of this shell.
        child.stdin.write(`failed=0; source ${script} < /dev/null; printf '\\n---ended %s---\\n' "$failed"\n`)
      }),
    async close() {
      const ended = once(child, 'exit')
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
