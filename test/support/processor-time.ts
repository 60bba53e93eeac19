/** Milliseconds of processor time that this process has used: what bounds work on a machine that does other things too. */
export function processorTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
