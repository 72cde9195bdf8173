import type { ScratchBuffer } from '../scratch-buffer.ts'
import { encodeQuotedPrintable } from './quoted-printable.ts'

/** Writes a part of a message into the buffer that it is composed in. */
export type WritePart = (target: ScratchBuffer) => void

/** A text in transfer encoding. */
export interface EncodedText {
  encoding: 'base64' | 'quoted-printable'
  write: WritePart
}

export function encodeText(content: string): EncodedText {
  const isBase64 = isMostlyBeyondAscii(content)
  const bytes = isBase64 ? encodeBase64(content) : encodeQuotedPrintable(content)
  const encoding = isBase64 ? 'base64' : 'quoted-printable'
  return { encoding, write: (target) => target.append(bytes) }
}

// Whether base64 is shorter. Quoted-printable triples every byte beyond ASCII, base64 adds a third
// to all bytes: base64 is shorter from about one such byte in six. A Latin letter has one byte more
// than characters.
export function isMostlyBeyondAscii(content: string): boolean {
  const bytes = Buffer.byteLength(content)
  return bytes - content.length > bytes / 10
}

function encodeBase64(content: string): Buffer {
  const encoded = Buffer.from(content.replace(/\r\n?|\n/g, '\r\n')).toString('base64')
  return Buffer.from(encoded.replace(/.{76}/g, '$&\r\n'))
}
