import { createCipheriv } from 'node:crypto'

/** Converts contact ids to the numbers in public subscriber names, and back. */
export interface Sids {
  /** Returns 15 digits that reveal nothing about the id without the key. */
  sidOf(contactId: number): number
  /** Converts any 15 digits. Whether the id exists is a question for the database. */
  idOf(sid: number): number
}

/** The range of 15-digit numbers, the longest that are still safe integers. */
const first = 1e14
const end = 1e15

const halfBits = 25
const half = 2 ** halfBits
/** The number that NIST SP 800-38G requires for such a network (FF1). */
const rounds = 10

/**
 * A permutation of the 15-digit numbers under a 16-byte key: a Feistel network over 50 bits with
 * AES as its round function and cycle walking until the result has 15 digits. Nothing is stored,
 * whereas random numbers would need an index of which a large import rewrites every page.
 */
export function createSids(key: Buffer): Sids {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const block = Buffer.alloc(16)

  function mix(round: number, value: number): number {
    block[0] = round
    block.writeUInt32BE(value, 1)
    return cipher.update(block).readUInt32BE(0) % half
  }

  function forward(value: number): number {
    let [left, right] = [Math.floor(value / half), value % half]
    for (let round = 0; round < rounds; round++) {
      ;[left, right] = [right, left ^ mix(round, right)]
    }
    return left * half + right
  }

  function back(value: number): number {
    let [left, right] = [Math.floor(value / half), value % half]
    for (let round = rounds - 1; round >= 0; round--) {
      ;[left, right] = [right ^ mix(round, left), left]
    }
    return left * half + right
  }

  return {
    sidOf: (contactId) => cycleWalk(forward, contactId + first),
    idOf: (sid) => cycleWalk(back, sid) - first,
  }
}

/** Applies `step` until the result has 15 digits, as four in five 50-bit numbers do. */
function cycleWalk(step: (value: number) => number, from: number): number {
  if (!Number.isSafeInteger(from) || from < first || from >= end) return Number.NaN
  let value = step(from)
  while (value < first || value >= end) value = step(value)
  return value
}
