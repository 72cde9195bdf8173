import { type BlockMac, createBlockMac } from './cmac.ts'

/** What the tokens in a message are for, with their numbers in a block and how many fields they have. */
export const messagePurposes = {
  open: { number: 1, fields: 2 },
  click: { number: 2, fields: 3 },
  conversion: { number: 3, fields: 2 },
  web_version: { number: 4, fields: 2 },
  return_path: { number: 5, fields: 2 },
  unsubscribe: { number: 6, fields: 3 },
} as const

export type MessagePurpose = keyof typeof messagePurposes

/** What one token signs. */
export interface TokenContent {
  purpose: MessagePurpose
  fields: readonly number[]
  /** How the token is written. Default: base64url. */
  encoding?: TokenEncoding
}

/** `hex` is for the local part of an address, which some relays change to lower case. */
export type TokenEncoding = 'base64url' | 'hex'

export const blockBytes = 16
const fieldBytes = 5

const macs = new WeakMap<Buffer, BlockMac>()

/** Whether the fields fit into a block. Each takes 5 bytes. */
export function fitsBlock({ purpose, fields }: TokenContent): boolean {
  if (fields.length !== messagePurposes[purpose].fields) return false
  for (const value of fields) {
    if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** 40) return false
  }
  return true
}

/**
 * Returns the AES-CMAC of each token, 16 bytes each. A block has the number of the purpose and the
 * fields, so no two tokens have the same.
 */
export function macsOf(contents: readonly TokenContent[], secret: Buffer): Buffer {
  const blocks = Buffer.alloc(contents.length * blockBytes)
  let start = 0
  for (const { purpose, fields } of contents) {
    blocks[start] = messagePurposes[purpose].number
    let end = start + 1
    for (const value of fields) {
      end += fieldBytes
      writeField(blocks, end, value)
    }
    start += blockBytes
  }
  let mac = macs.get(secret)
  if (!mac) {
    mac = createBlockMac(secret)
    macs.set(secret, mac)
  }
  return mac(blocks)
}

/** Writes a number into the 5 bytes before `end`, the highest byte first. */
function writeField(blocks: Buffer, end: number, value: number): void {
  const low = value >>> 0
  blocks[end - 1] = low
  blocks[end - 2] = low >>> 8
  blocks[end - 3] = low >>> 16
  blocks[end - 4] = low >>> 24
  blocks[end - 5] = value / 2 ** 32
}
