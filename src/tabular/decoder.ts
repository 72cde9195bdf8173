import { isUtf8 } from 'node:buffer'
import iconv, { type Encoding } from 'iconv-lite'
import { Failure } from '../core/failure.ts'
import type { EncodingGuess } from './encoding.ts'
import { sequenceLength, uncutLength } from './utf8.ts'

/** Bytes to text, whatever the chunks they come in. Never writes U+FFFD for what it can read. */
export interface Decoder {
  readonly encoding: string
  readonly strayBytes: number
  write(bytes: Buffer): string
  end(): string
}

export const decoderFor = ({ encoding, isCertain }: EncodingGuess): Decoder =>
  encoding === 'utf-8' ? utf8Decoder(isCertain) : iconvDecoder(encoding)

/** An encoding that a person named; `latin1` is read as Windows-1252, which is what is meant by it. */
export function namedDecoder(name: string): Decoder {
  const folded = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (folded === 'utf8') return utf8Decoder(true)
  if (folded === 'latin1' || folded === 'iso88591' || folded === 'ansi') {
    return iconvDecoder('windows-1252')
  }
  if (iconv.encodingExists(name)) return iconvDecoder(name)
  throw new Failure('usage', { values: { reason: 'unknown_encoding', encoding: name } })
}

const readWindows1252 = (bytes: Buffer): string => iconv.decode(bytes, 'windows-1252')

function iconvDecoder(encoding: Encoding): Decoder {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false })
  return {
    encoding,
    strayBytes: 0,
    write: (bytes) => decoder.write(bytes),
    end: () => decoder.end() ?? '',
  }
}

/**
 * UTF-8, where a byte that can't be UTF-8 is read as Windows-1252. When no character beyond ASCII came
 * before it (and `isCertain` is not set), the file is Windows-1252 from there on; else that byte alone is.
 */
function utf8Decoder(isCertain: boolean): Decoder {
  let hasProof = isCertain
  let isWindows = false
  let strayBytes = 0
  let cut: Buffer = Buffer.alloc(0)

  function decode(bytes: Buffer): string {
    if (isWindows) return readWindows1252(bytes)
    if (!isUtf8(bytes)) return decodeMixed(bytes)
    const text = bytes.toString('utf8')
    hasProof ||= text.length !== bytes.length
    return text
  }

  function decodeMixed(bytes: Buffer): string {
    let text = ''
    let from = 0
    for (let at = 0; at < bytes.length; ) {
      const length = sequenceLength(bytes, at) ?? 0
      hasProof ||= length > 1
      if (length === 0) {
        text += bytes.toString('utf8', from, at)
        if (!hasProof) {
          isWindows = true
          return text + readWindows1252(bytes.subarray(at))
        }
        strayBytes++
        text += readWindows1252(bytes.subarray(at, at + 1))
        from = at + 1
      }
      at += Math.max(1, length)
    }
    return text + bytes.toString('utf8', from)
  }

  return {
    get encoding() {
      return isWindows ? 'windows-1252' : 'utf-8'
    },
    get strayBytes() {
      return strayBytes
    },
    write(chunk) {
      const bytes = cut.length > 0 ? Buffer.concat([cut, chunk]) : chunk
      const length = isWindows ? bytes.length : uncutLength(bytes)
      cut = bytes.subarray(length)
      return decode(bytes.subarray(0, length))
    },
    end: () => decode(cut),
  }
}
