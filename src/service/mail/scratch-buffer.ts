// Larger messages get their own memory, so that large attachments do not pin it.
const maxReusedBytes = 256 * 1024

/**
 * A reusable buffer for composing messages one at a time. Separately allocated messages live until
 * the relay replies, so V8 promotes them and thousands accumulate before a full collection.
 */
export class ScratchBuffer {
  #kept = Buffer.alloc(0)

  /** Returns the concatenated parts, valid until the next call. */
  concat(parts: readonly Uint8Array[]): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    const target = this.#fitting(length)
    let at = 0
    for (const part of parts) {
      target.set(part, at)
      at += part.length
    }
    return target.subarray(0, length)
  }

  #fitting(length: number): Buffer {
    if (length > maxReusedBytes) return Buffer.allocUnsafeSlow(length)
    if (length > this.#kept.length) {
      this.#kept = Buffer.allocUnsafeSlow(Math.min(length * 2, maxReusedBytes))
    }
    return this.#kept
  }
}
