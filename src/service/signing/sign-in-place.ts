import { type PrivateSigner, signMessage } from './sign-message.ts'

/** The memory that a message is in, and where it ends. */
export interface Memory {
  bytes: Buffer
  length: number
}

/** A message in memory, with room for its signatures before `start`. */
export interface PlacedMessage {
  start: number
  bodyStart: number
  domain: string
  /** In milliseconds. */
  now: number
}

/** The space that is kept for signatures. Two of RSA-4096 take half of it. */
export const signatureRoom = 4096

/** Writes the signatures before a message, and returns where they start. */
export function signInPlace(
  memory: Memory,
  { start, bodyStart, domain, now }: PlacedMessage,
  signers: readonly PrivateSigner[],
): number {
  const { bytes, length } = memory
  // The line between head and body belongs to neither.
  const head = bytes.toString('utf8', start, bodyStart - 2)
  const body = bytes.subarray(bodyStart, length)
  const signature = signMessage({ head, body }, signers, { domain, now })
  if (signature.length > start) throw new RangeError('the signatures are too long')
  bytes.write(signature, start - signature.length, 'latin1')
  return start - signature.length
}
