import { setFlagsFromString } from 'node:v8'

/** Disables V8's parallel scavenger: on two cores its helper threads cost 6–9 % of an import. */
const disableParallelScavenge = (): void => setFlagsFromString('--no-parallel-scavenge')

/**
 * Makes V8 collect earlier in a service. Rows and messages that wait briefly count as old objects,
 * and V8 lets the heap grow to three times the live objects, 100 MB more. Collecting earlier costs
 * 5–25 ms per second.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=20')
  disableParallelScavenge()
}

/**
 * Minimizes the heap of a process that streams rows. V8 lets their garbage grow to 220 MB; with
 * this option the heap stays below 140 MB, and the remaining 120,000 rows per second are still more
 * than any server accepts.
 */
export function minimizeHeap(): void {
  setFlagsFromString('--optimize-for-size')
  disableParallelScavenge()
}
