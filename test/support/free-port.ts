import { freePort as firstFreePort, portRange } from '../../src/cli/host/processes.ts'

/**
 * Each test process has a part of the range: two that chose from the same ports would now and then choose the same
 * one before either listens.
 */
const parts = 8
const partSize = Math.floor((portRange.to - portRange.from) / parts)
const first = portRange.from + (Number(process.env.VITEST_POOL_ID ?? 0) % parts) * partSize

let count = Math.floor(Math.random() * partSize)

/** Returns a port that is free on loopback, and that no other test process returns. */
export const freePort = (): Promise<number> => firstFreePort(() => first + (count++ % partSize))
