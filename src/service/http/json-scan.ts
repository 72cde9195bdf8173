import { maxJsonValues } from '../../contract/limits.ts'

/** No valid body is this deep. Recursion over a body must not overflow the stack. */
const maxDepth = 100
/** An object of the contract has a few dozen names, and a contact as many as its list has fields. */
const maxNames = 1000

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [zero, nine] = [0x30, 0x39]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

interface JsonScan {
  /** The names of all objects, with duplicates. Exact if the text is JSON. */
  names: number
  /**
   * Whether `JSON.stringify` certainly writes the same text for the parsed value, if the text is JSON without
   * duplicate names. It is, for what `JSON.stringify` wrote, unless there are control characters or
   * numbers that are not short natural ones.
   */
  isExact: boolean
  problem?: 'too_deep' | 'too_many'
}

/**
 * Counts depth, values and names of a JSON text without parsing it. A parser needs a hundred times
 * as long for a megabyte of brackets or names as for a megabyte of text, and blocks everything else.
 */
export function scanJson(bytes: Buffer): JsonScan {
  const namesAt = new Uint32Array(maxDepth + 1)
  const order = createNameOrder()
  let [depth, values, names] = [0, 0, 0]
  let isExact = true
  let textStart = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    if (byte === quote) {
      textStart = index + 1
      index = endOfString(bytes, index)
      if (index < 0) {
        isExact = false
        index = endOfEscaped(bytes, textStart - 1)
      }
    } else if (byte === comma) {
      values += 1
      if (values > maxJsonValues) return { names, isExact, problem: 'too_many' }
    } else if (byte === colon) {
      names += 1
      const ofObject = (namesAt[depth] ?? 0) + 1
      if (ofObject > maxNames) return { names, isExact, problem: 'too_many' }
      namesAt[depth] = ofObject
      isExact &&= order.keeps(depth, bytes, textStart)
    } else if (byte === openArray || byte === openObject) {
      values += 1
      depth += 1
      if (depth > maxDepth) return { names, isExact, problem: 'too_deep' }
      namesAt[depth] = 0
      order.begin(depth)
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1
      // The parser refuses it.
      if (depth < 0) return { names, isExact }
    } else if (byte >= zero && byte <= nine) {
      const start = index
      while (isDigit(bytes[index + 1])) index += 1
      if (index - start >= maxDigits || bytes[index + 1] === exponent) isExact = false
    } else if (!isOfWord[byte]) isExact = false
  }
  return { names, isExact }
}

const exponent = 0x65
/** The number of digits that every number keeps. */
const maxDigits = 15

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= zero && byte <= nine

/** The letters of `true`, `false` and `null`. Other bytes outside of texts are spaces, or of longer numbers. */
const isOfWord = new Uint8Array(256)
for (const letter of Buffer.from('truefalsn')) isOfWord[letter] = 1

/** The escapes of one letter that `JSON.stringify` writes. */
const isEscape = new Uint8Array(256)
for (const letter of Buffer.from('"\\bfnrt')) isEscape[letter] = 1

/** Returns the index of the closing quote of the string that starts at `start`, or -1 if it has other escapes. */
function endOfString(bytes: Buffer, start: number): number {
  for (let index = start + 1; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === quote) return index
    if (byte === backslash) {
      index += 1
      if (!isEscape[bytes[index] ?? 0]) return -1
    }
  }
  return bytes.length
}

/** The same for a string with any escapes. */
function endOfEscaped(bytes: Buffer, start: number): number {
  let index = start + 1
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1
  return index
}

/** Of an object with a name that is no index: `JSON.stringify` would write an index that follows it first. */
const hasName = 0xffffffff
/** A number of more digits may be too large for an index. */
const maxIndexDigits = 9

/** Follows the names of objects: those that are numbers come first and in their order when they are written. */
function createNameOrder() {
  /** By depth: the last number and one, 0 for none. */
  const lastAt = new Uint32Array(maxDepth + 1)
  return {
    begin(depth: number): void {
      lastAt[depth] = 0
    },
    /** Whether a name, which starts at `start` and ends with a quote, stays where it is. */
    keeps(depth: number, bytes: Buffer, start: number): boolean {
      if (!isDigit(bytes[start])) {
        lastAt[depth] = hasName
        return true
      }
      let number = 0
      let end = start
      while (isDigit(bytes[end])) number = number * 10 + (bytes[end++] ?? 0) - zero
      const length = end - start
      const isIndex = bytes[end] === quote && length <= maxIndexDigits
      const last = lastAt[depth] ?? 0
      if (!isIndex || (bytes[start] === zero && length > 1) || number < last) return false
      lastAt[depth] = number + 1
      return true
    },
  }
}
