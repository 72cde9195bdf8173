import { createCipheriv } from 'node:crypto'

/** Contacts' numbers as those that stand in their public names, and back. */
export interface Sids {
  /** 15 digits, which say nothing of the id to who has not the key. */
  sidOf(contactId: number): number
  /** Of whatever 15 digits: that somebody has this id is for the database to say. */
  idOf(sid: number): number
}

/** All numbers of 15 digits: the longest that are still safe integers. */
const first = 1e14
const end = 1e15

const halfBits = 25
const half = 2 ** halfBits
/** As many as NIST SP 800-38G asks of such a network (FF1). */
const rounds = 10

/**
 * A permutation of the numbers of 15 digits under a key of 16 bytes: a Feistel network over 50 bits
 * with AES as its round function, walked on until it ends at 15 digits again. Nothing is stored, where
 * random numbers need an index whose every page a large import rewrites.
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
    sidOf: (contactId) => walk(forward, contactId + first),
    idOf: (sid) => walk(back, sid) - first,
  }
}

/** Four of five numbers of 50 bits have 15 digits; the others lead to one that has. */
function walk(step: (value: number) => number, from: number): number {
  if (!Number.isSafeInteger(from) || from < first || from >= end) return Number.NaN
  let value = step(from)
  while (value < first || value >= end) value = step(value)
  return value
}
