import { readdirSync, readFileSync } from 'node:fs'

/** A running process of this machine. */
export interface RunningProcess {
  readonly pid: number
  /** The fields of `/proc/PID/stat` after the name in parentheses, from the state on (proc(5)). */
  readonly fields: readonly string[]
}

const STATE = 0
const PARENT = 1

/** Returns all running processes. Only on Linux. */
export function listProcesses(): readonly RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        return [{ pid: Number(name), fields }]
      } catch {
        // The process ended in the meantime.
        return []
      }
    })
}

/** Returns the processes that a process started and that still run. */
export function childrenOf(parent: number): readonly RunningProcess[] {
  return listProcesses().filter(({ fields }) => Number(fields[PARENT]) === parent)
}

/** Returns whether a process runs. One that ended and that its parent did not wait for does not. */
export function isRunning(pid: number): boolean {
  return listProcesses().some((each) => each.pid === pid && each.fields[STATE] !== 'Z')
}
