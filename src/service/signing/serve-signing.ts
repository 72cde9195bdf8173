import { parentPort } from 'node:worker_threads'
import { signInPlace } from './sign-in-place.ts'
import type { PrivateSigner } from './sign-message.ts'

/**
 * Messages to sign. What many messages have in common is sent once: a job names it by its position among
 * all that were sent.
 */
export interface SigningRequest {
  /** Whether what was sent before is forgotten. */
  isAnew: boolean
  memories: readonly ArrayBufferLike[]
  domains: readonly string[]
  signers: readonly (readonly PrivateSigner[])[]
  /** For each message the numbers of `SigningJob`: an object each takes several times as long to copy. */
  jobs: Float64Array
}

/** The positions in `memories`, `domains` and `signers`, then the place of the message and its time. */
export type SigningJob = readonly [
  memory: number,
  domain: number,
  signers: number,
  start: number,
  bodyStart: number,
  length: number,
  now: number,
]

const jobLength = 7

/** Where the signatures of each message start; -1 if it failed. */
export type SigningReply = Int32Array

/** Signs the messages that arrive, in a thread. */
export function serveSigning(): void {
  let memories: Buffer[] = []
  let domains: string[] = []
  let signers: (readonly PrivateSigner[])[] = []
  parentPort?.on('message', (request: SigningRequest) => {
    if (request.isAnew) [memories, domains, signers] = [[], [], []]
    memories.push(...request.memories.map((memory) => Buffer.from(memory)))
    domains.push(...request.domains)
    signers.push(...request.signers)
    const { jobs } = request
    const starts = new Int32Array(jobs.length / jobLength)
    for (let index = 0; index < starts.length; index++) {
      const job = jobs.subarray(index * jobLength, (index + 1) * jobLength)
      starts[index] = signed(job as unknown as SigningJob)
    }
    parentPort?.postMessage(starts satisfies SigningReply)
  })

  /** The caller signs again what fails here, and so gets the error. */
  function signed([
    memory,
    domainAt,
    signersAt,
    start,
    bodyStart,
    length,
    now,
  ]: SigningJob): number {
    const bytes = memories[memory]
    const domain = domains[domainAt]
    const by = signers[signersAt]
    if (!bytes || domain === undefined || !by) return -1
    try {
      return signInPlace({ bytes, length }, { start, bodyStart, domain, now }, by)
    } catch {
      return -1
    }
  }
}
