import { maxJsonValues } from '../../contract/limits.ts'

/** No valid body is this deep. Recursion over a body must not overflow the stack. */
const maxDepth = 100
/** An object of the contract has a few dozen names, and a contact as many as its list has fields. */
const maxNames = 1000

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

interface JsonScan {
  /** The names of all objects, with duplicates. Exact if the text is JSON. */
  names: number
  problem?: 'too_deep' | 'too_many'
}

/**
 * Counts depth, values and names of a JSON text without parsing it. A parser needs a hundred times
 * as long for a megabyte of brackets or names as for a megabyte of text, and blocks everything else.
 */
export function scanJson(bytes: Buffer): JsonScan {
  const namesAt = new Uint32Array(maxDepth + 1)
  let [depth, values, names] = [0, 0, 0]
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === quote) {
      index = endOfString(bytes, index)
    } else if (byte === comma) {
      values += 1
      if (values > maxJsonValues) return { names, problem: 'too_many' }
    } else if (byte === colon) {
      names += 1
      const ofObject = (namesAt[depth] ?? 0) + 1
      if (ofObject > maxNames) return { names, problem: 'too_many' }
      namesAt[depth] = ofObject
    } else if (byte === openArray || byte === openObject) {
      values += 1
      depth += 1
      if (depth > maxDepth) return { names, problem: 'too_deep' }
      namesAt[depth] = 0
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1
      // The parser refuses it.
      if (depth < 0) return { names }
    }
  }
  return { names }
}

/** Returns the index of the closing quote of the string that starts at `start`. */
function endOfString(bytes: Buffer, start: number): number {
  let index = start + 1
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1
  return index
}
