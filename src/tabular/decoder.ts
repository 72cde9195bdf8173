import { isUtf8 } from 'node:buffer'
import iconv, { type Encoding } from 'iconv-lite'
import { Failure } from '../core/failure.ts'
import type { EncodingGuess } from './encoding.ts'
import { sequenceLength, uncutLength } from './utf8.ts'

/** Decodes bytes in chunks of any size. Never writes U+FFFD for bytes that it can decode. */
export interface Decoder {
  readonly encoding: string
  readonly strayBytes: number
  write(bytes: Buffer): string
  end(): string
}

export const decoderFor = ({ encoding, isCertain }: EncodingGuess): Decoder =>
  encoding === 'utf-8' ? utf8Decoder(isCertain) : iconvDecoder(encoding)

/**
 * Returns the decoder for an encoding that a user has named. `latin1` is decoded as Windows-1252,
 * which is what users mean.
 */
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

/** By byte: a file may have a stray byte in every line. */
const windows1252 = [
  ...readWindows1252(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))),
]

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
 * Decodes UTF-8, and invalid bytes as Windows-1252. If only ASCII came before the first invalid
 * byte (and `isCertain` is not set), the rest of the file is Windows-1252; otherwise only that byte
 * is.
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
    for (let offset = 0; offset < bytes.length; ) {
      const length = sequenceLength(bytes, offset) ?? 0
      hasProof ||= length > 1
      if (length === 0) {
        text += bytes.toString('utf8', from, offset)
        if (!hasProof) {
          isWindows = true
          return text + readWindows1252(bytes.subarray(offset))
        }
        strayBytes++
        text += windows1252[bytes[offset] ?? 0]
        from = offset + 1
      }
      offset += Math.max(1, length)
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
