import { readdirSync, readFileSync } from 'node:fs'

const CLOCK_TICKS_PER_SECOND = 100

// Fields of /proc/PID/stat after the name in parentheses (proc(5)).
const PARENT = 1
const GROUP = 2
const OWN = [11, 12]
const ENDED_CHILDREN = [13, 14]

/** Returns the processor time of a process group, in seconds. */
export function groupSeconds(group: number): number {
  return sum(readProcesses().filter(({ fields }) => fields[GROUP] === group))
}

/** Returns the processor time of a PostgreSQL server with all its processes, also those that ended, in seconds. */
export function postgresSeconds(postmaster: number): number {
  const processes = readProcesses()
  const own = processes.filter(({ pid }) => pid === postmaster)
  const ended = own.flatMap(({ fields }) => ENDED_CHILDREN.map((at) => fields[at] ?? 0))
  const running = sum([...own, ...processes.filter(({ fields }) => fields[PARENT] === postmaster)])
  return running + ended.reduce((total, ticks) => total + ticks, 0) / CLOCK_TICKS_PER_SECOND
}

interface Process {
  readonly pid: number
  readonly fields: readonly number[]
}

function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        return [{ pid: Number(name), fields: fields.map(Number) }]
      } catch {
        // The process ended in the meantime.
        return []
      }
    })
}

function sum(processes: readonly Process[]): number {
  const ticks = processes.flatMap(({ fields }) => OWN.map((at) => fields[at] ?? 0))
  return ticks.reduce((total, each) => total + each, 0) / CLOCK_TICKS_PER_SECOND
}
