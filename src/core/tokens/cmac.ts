import { createCipheriv } from 'node:crypto'

const blockBytes = 16

/** Returns AES-CMAC (RFC 4493) of each block of 16 bytes, and writes over the blocks. */
export type BlockMac = (blocks: Buffer) => Buffer

/**
 * Creates AES-CMAC under a 16-byte key for messages of exactly one block. All blocks of one call cost
 * little more than one: calling into OpenSSL takes longer than AES.
 */
export function createBlockMac(key: Buffer): BlockMac {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const subkey = doubled(cipher.update(Buffer.alloc(blockBytes)))
  return (blocks) => {
    for (let index = 0; index < blocks.length; index++) {
      blocks[index] = (blocks[index] as number) ^ (subkey[index & (blockBytes - 1)] as number)
    }
    return cipher.update(blocks)
  }
}

/** The subkey K1 of RFC 4493 2.3, for a message that fills its last block. */
function doubled(block: Buffer): Buffer {
  const result = Buffer.alloc(blockBytes)
  for (let index = 0; index < blockBytes; index++) {
    result[index] = ((block[index] as number) << 1) | ((block[index + 1] ?? 0) >> 7)
  }
  if ((block[0] as number) & 0x80)
    result[blockBytes - 1] = (result[blockBytes - 1] as number) ^ 0x87
  return result
}
