import type { Writable } from 'node:stream'

/** Longer contents are not copied. */
const maxCopiedBytes = 128 * 1024
/** A longer content goes out in parts, so that a relay that stops reading is noticed. */
const partBytes = 64 * 1024
const firstBufferBytes = 16 * 1024

interface Content {
  endsAt: number
  onLeft: () => void
}

/**
 * What goes to the relay. Commands and contents are collected in one buffer, and `flush` writes them
 * together: a message costs one system call.
 */
export class Outgoing {
  #socket: Writable
  #buffer = Buffer.allocUnsafeSlow(firstBufferBytes)
  /** The collected bytes are between these positions of the buffer. */
  #from = 0
  #to = 0
  /** Sealed parts that the socket does not have yet. */
  readonly #parts: Buffer[] = []
  /** Contents that the socket still reads. */
  readonly #contents: Content[] = []
  #written = 0
  #partsLength = 0

  constructor(socket: Writable) {
    this.#socket = socket
  }

  /** Everything from now on goes to another socket. */
  moveTo(socket: Writable): void {
    this.#socket = socket
  }

  /** The number of bytes that were ever written here. */
  written(): number {
    return this.#written
  }

  /** The number of bytes that the socket has got. */
  passed(): number {
    const collected = this.#to - this.#from
    return this.#written - collected - this.#partsLength
  }

  /** The number of bytes that the kernel has taken. With TLS, this is known in the next turn of the event loop. */
  taken(): number {
    return this.passed() - this.#socket.writableLength
  }

  text(text: string): void {
    // UTF-8 has at most three bytes for a UTF-16 unit.
    this.#reserve(text.length * 3)
    const length = this.#buffer.write(text, this.#to)
    this.#to += length
    this.#written += length
  }

  content(bytes: Buffer, onLeft: (() => void) | undefined): void {
    if (bytes.length <= maxCopiedBytes) {
      this.#reserve(bytes.length)
      this.#buffer.set(bytes, this.#to)
      this.#to += bytes.length
      this.#written += bytes.length
      onLeft?.()
      return
    }
    this.#seal()
    for (let at = 0; at < bytes.length; at += partBytes)
      this.#add(bytes.subarray(at, at + partBytes))
    this.#written += bytes.length
    if (onLeft) this.#contents.push({ endsAt: this.#written, onLeft })
  }

  /** Writes what the socket accepts. Called again when the socket has drained. */
  flush(): void {
    this.#seal()
    while (this.#parts.length > 0 && this.#socket.writableLength < partBytes) {
      const part = this.#parts.shift() as Buffer
      this.#partsLength -= part.length
      this.#socket.write(part)
    }
    while (this.#contents[0] && this.#contents[0].endsAt <= this.taken()) {
      this.#contents.shift()?.onLeft()
    }
  }

  #reserve(length: number): void {
    const { writableLength } = this.#socket
    if (this.#to === this.#from && this.#parts.length === 0 && writableLength === 0) {
      this.#from = 0
      this.#to = 0
    }
    if (this.#to + length <= this.#buffer.length) return
    this.#seal()
    // The socket may still read the old buffer.
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(length * 2, this.#buffer.length))
    this.#from = 0
    this.#to = 0
  }

  #seal(): void {
    if (this.#to === this.#from) return
    this.#add(this.#buffer.subarray(this.#from, this.#to))
    this.#from = this.#to
  }

  #add(part: Buffer): void {
    this.#parts.push(part)
    this.#partsLength += part.length
  }
}
