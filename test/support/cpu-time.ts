/** Starts a stopwatch of this process's time on a processor, in ms: a busy machine does not change it. */
export function startCpuTimer(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}
