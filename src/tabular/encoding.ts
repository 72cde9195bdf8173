import { isAscii, isUtf8 } from 'node:buffer'
import { sequenceLength, uncutLength } from './utf8.ts'

export interface EncodingGuess {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  /** False if the sample is pure ASCII. */
  isCertain: boolean
}

/**
 * Detects the encodings that spreadsheets write: by byte order mark, then UTF-16 by its NUL bytes,
 * then UTF-8 or Windows-1252.
 */
export function sniffEncoding(head: Buffer): EncodingGuess {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return certain('utf-8')
  if (head[0] === 0xff && head[1] === 0xfe) return certain('utf-16le')
  if (head[0] === 0xfe && head[1] === 0xff) return certain('utf-16be')
  return sniffUtf16(head) ?? sniffEightBit(head)
}

const certain = (encoding: EncodingGuess['encoding']): EncodingGuess => ({
  encoding,
  isCertain: true,
})

/**
 * In UTF-16 every second byte of ASCII is NUL, and addresses, delimiters and line breaks are ASCII.
 */
function sniffUtf16(head: Buffer): EncodingGuess | undefined {
  if (!head.includes(0)) return undefined
  let even = 0
  let odd = 0
  for (let index = 0; index < head.length; index++) {
    if (head[index] !== 0) continue
    if (index % 2 === 0) even++
    else odd++
  }
  const threshold = head.length / 4
  if (even === 0 && odd > threshold) return certain('utf-16le')
  if (odd === 0 && even > threshold) return certain('utf-16be')
  return undefined
}

/** Decides by majority, so that one damaged byte does not turn a UTF-8 file into mojibake. */
function sniffEightBit(head: Buffer): EncodingGuess {
  const bytes = head.subarray(0, uncutLength(head))
  if (isUtf8(bytes)) return { encoding: 'utf-8', isCertain: !isAscii(bytes) }
  let sequences = 0
  let strays = 0
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes, index) ?? 0
    if (length === 0) strays++
    else if (length > 1) sequences++
    index += Math.max(1, length)
  }
  return certain(sequences > strays ? 'utf-8' : 'windows-1252')
}
