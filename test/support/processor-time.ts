import { childrenOf, listProcesses, type RunningProcess } from './processes.ts'

const CLOCK_TICKS_PER_SECOND = 100

// Fields of /proc/PID/stat after the name in parentheses (proc(5)). The times are user and system time.
const GROUP = 2
const OWN_TIMES = [11, 12]
const TIMES_OF_ENDED_CHILDREN = [13, 14]

/** Returns the milliseconds of processor time that this process used. Unlike elapsed time, other load does not change it. */
export function processorTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns the processor time of one process, in seconds. 0 when it does not run. */
export function processSeconds(pid: number): number {
  return secondsIn(
    listProcesses().filter((each) => each.pid === pid),
    OWN_TIMES,
  )
}

/** Returns the processor time of a process group, in seconds. */
export function groupSeconds(group: number): number {
  return secondsIn(
    listProcesses().filter(({ fields }) => Number(fields[GROUP]) === group),
    OWN_TIMES,
  )
}

/** Returns the processor time of a PostgreSQL server with all its processes, including those that ended, in seconds. */
export function postgresSeconds(postmaster: number): number {
  const own = listProcesses().filter(({ pid }) => pid === postmaster)
  return secondsIn([...own, ...childrenOf(postmaster)], OWN_TIMES) + secondsIn(own, TIMES_OF_ENDED_CHILDREN)
}

function secondsIn(processes: readonly RunningProcess[], times: readonly number[]): number {
  const ticks = processes.flatMap(({ fields }) => times.map((at) => Number(fields[at])))
  return ticks.reduce((total, each) => total + each, 0) / CLOCK_TICKS_PER_SECOND
}
