/** Returns the milliseconds of processor time that this process used. Unlike elapsed time, other load does not change it. */
export function processorTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
