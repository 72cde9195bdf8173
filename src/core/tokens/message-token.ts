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
export const fitsBlock = ({ purpose, fields }: TokenContent): boolean =>
  fields.length === messagePurposes[purpose].fields &&
  fields.every((value) => Number.isSafeInteger(value) && value >= 0 && value < 2 ** 40)

/**
 * Returns the AES-CMAC of each token, 16 bytes each. A block has the number of the purpose and the
 * fields, so no two tokens have the same.
 */
export function macsOf(contents: readonly TokenContent[], secret: Buffer): Buffer {
  const blocks = Buffer.alloc(contents.length * blockBytes)
  for (const [index, { purpose, fields }] of contents.entries()) {
    const start = index * blockBytes
    blocks[start] = messagePurposes[purpose].number
    for (const [field, value] of fields.entries()) {
      blocks.writeUIntBE(value, start + 1 + field * fieldBytes, fieldBytes)
    }
  }
  let mac = macs.get(secret)
  if (!mac) {
    mac = createBlockMac(secret)
    macs.set(secret, mac)
  }
  return mac(blocks)
}
