// What is longer gets memory of its own, so that large attachments are not kept for good.
const mostKept = 256 * 1024

/**
 * Memory in which messages are put together, one after the other. A message that has its own lives until
 * the relay has answered, which to V8 is old, and thousands pile up before it looks at what is old.
 */
export class Space {
  #kept = Buffer.alloc(0)

  /** The parts in a row; it stands until the next call. */
  join(parts: readonly Uint8Array[]): Buffer {
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
    if (length > mostKept) return Buffer.allocUnsafeSlow(length)
    if (length > this.#kept.length) {
      this.#kept = Buffer.allocUnsafeSlow(Math.min(length * 2, mostKept))
    }
    return this.#kept
  }
}
