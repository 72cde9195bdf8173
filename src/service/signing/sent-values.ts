import type { PrivateSigner } from './sign-message.ts'

/** Values that a thread keeps, so that each is sent once. */
export class SentValues<T> {
  readonly #positions = new Map<T, number>()
  #new: T[] = []

  get size(): number {
    return this.#positions.size
  }

  /** Returns the position of a value among all that were sent. */
  positionOf(value: T): number {
    const known = this.#positions.get(value)
    if (known !== undefined) return known
    const position = this.#positions.size
    this.#positions.set(value, position)
    this.#new.push(value)
    return position
  }

  /** Returns the values that have to be sent now. */
  takeNew(): T[] {
    return this.#new.splice(0)
  }

  clear(): void {
    this.#positions.clear()
    this.#new = []
  }
}

/** The same for signers, which are equal if their selectors and keys are. */
export class SentSigners {
  #sent: (readonly PrivateSigner[])[] = []
  #new: (readonly PrivateSigner[])[] = []

  positionOf(signers: readonly PrivateSigner[]): number {
    const known = this.#sent.findIndex((sent) => areEqual(sent, signers))
    if (known !== -1) return known
    const plain = signers.map(({ kind, selector, privateKey }) => ({ kind, selector, privateKey }))
    this.#new.push(plain)
    return this.#sent.push(plain) - 1
  }

  takeNew(): (readonly PrivateSigner[])[] {
    return this.#new.splice(0)
  }

  clear(): void {
    this.#sent = []
    this.#new = []
  }
}

const areEqual = (some: readonly PrivateSigner[], others: readonly PrivateSigner[]): boolean =>
  some.length === others.length &&
  some.every(({ selector, privateKey }, index) => {
    const other = others[index]
    return selector === other?.selector && privateKey === other.privateKey
  })
