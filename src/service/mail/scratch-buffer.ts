// Larger messages get their own memory, so that large attachments do not pin it.
const maxReusedBytes = 256 * 1024

const firstBytes = 16 * 1024

/**
 * A reusable buffer for composing messages one at a time. Separately allocated messages live until
 * the relay replies, so V8 promotes them and thousands accumulate before a full collection. Threads
 * share the memory, so that they can hash a message without a copy.
 */
export class ScratchBuffer {
  #kept = sharedBytes(0)
  /** The memory. It is replaced when it is too small, so it is read again after `reserve`. */
  bytes: Buffer = this.#kept
  /** How much of it is written. Who writes into `bytes` itself adds to it. */
  length = 0

  /** Starts a message. The one before is no longer valid. */
  clear(): void {
    this.bytes = this.#kept
    this.length = 0
  }

  /** Makes room for this many more bytes. */
  reserve(count: number): void {
    const wanted = this.length + count
    if (wanted <= this.bytes.length) return
    const grown = sharedBytes(Math.max(firstBytes, wanted * 2))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
    if (grown.length <= maxReusedBytes) this.#kept = grown
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  appendText(text: string): void {
    this.reserve(text.length * 3)
    this.length += this.bytes.write(text, this.length)
  }

  /** Returns what is written from a position on. */
  from(start: number): Buffer {
    return this.bytes.subarray(start, this.length)
  }
}

const sharedBytes = (length: number): Buffer => Buffer.from(new SharedArrayBuffer(length))
