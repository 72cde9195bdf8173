import { setFlagsFromString } from 'node:v8'

/**
 * How much a heap grows before V8 marks it again, in percent of the live objects. Marking costs as much as a
 * thousand rows, so where rows are read it happens a third as often, for 10 MB.
 */
const growth = { service: 20, rows: 60 } as const

const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)

/** Disables V8's parallel scavenger: on two cores its helper threads cost 6–9 % of an import. */
const disableParallelScavenge = (): void => setFlagsFromString('--no-parallel-scavenge')

/**
 * Makes V8 allocate all objects as young ones. It takes some for long-lived if most were still in use when it first
 * looked: in about one process of two those of a batch. They then fill the old space, which is marked every 20,000 rows
 * instead of never in an import of 100,000, until the process ends.
 */
const disablePretenuring = (): void => setFlagsFromString('--no-allocation-site-pretenuring')

/**
 * Makes V8 collect earlier in a service, and in a client that streams rows. Rows and messages that wait
 * briefly count as old objects, and V8 lets the heap grow to three times the live objects, 100 MB more.
 * Collecting earlier costs a service 5–25 ms per second. `--optimize-for-size` would save another 10 MB in
 * an import, which then spends a quarter of its time on collecting.
 */
export function limitHeapGrowth(kind: keyof typeof growth): void {
  setGrowth(growth[kind])
  disableParallelScavenge()
  disablePretenuring()
}

/**
 * Makes V8 keep the code that it compiles first for WebAssembly: that of the HTTP parser of the client, and of jq. The
 * better code of the parser takes 50 ms of a processor and 30 MB, and the end of a short command has to wait for it.
 * jq is as quick on Node 20, and takes up to half as long again for megabytes on Node 26.
 */
export function keepFirstWasmCode(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

let running = 0

/** Collects later while a service reads and writes many rows. */
export async function withHeapForRows<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running++ === 0) setGrowth(growth.rows)
  try {
    return await work()
  } finally {
    if (--running === 0) setGrowth(growth.service)
  }
}
