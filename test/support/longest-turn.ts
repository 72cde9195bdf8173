import { startCpuTimer } from './cpu-time.ts'

/**
 * Runs `work` and returns how long the longest turn of the event loop was meanwhile, in ms of this
 * process's time on a processor.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let timeOfTurn = startCpuTimer()
  const look = () => {
    longest = Math.max(longest, timeOfTurn())
    timeOfTurn = startCpuTimer()
    next = setImmediate(look)
  }
  let next = setImmediate(look)
  try {
    await work()
    return Math.max(longest, timeOfTurn())
  } finally {
    clearImmediate(next)
  }
}
