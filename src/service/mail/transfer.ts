import type { BodyChunk } from './body-chunk.ts'
import { encodeQuotedPrintable } from './quoted-printable.ts'

/** A text in transfer encoding. */
export interface EncodedText {
  encoding: 'base64' | 'quoted-printable'
  body: readonly BodyChunk[]
}

export const encodeText = (content: string): EncodedText =>
  isMostlyBeyondAscii(content)
    ? { encoding: 'base64', body: [{ bytes: encodeBase64(content) }] }
    : { encoding: 'quoted-printable', body: [{ bytes: encodeQuotedPrintable(content) }] }

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
