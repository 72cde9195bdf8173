import { structuredHeader } from './headers.ts'
import type { Piece } from './piece.ts'

/** A file as it goes with a message: made once, and the same for every recipient. */
export interface AttachedFile {
  head: string
  body: readonly Piece[]
}

/** Failure `invalid` for a name or a type that does not fit into a header. */
export function attachFile(filename: string, type: string, content: Uint8Array): AttachedFile {
  const encoded = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n')
  return {
    head: [
      structuredHeader('Content-Type', type),
      structuredHeader('Content-Disposition', `attachment; ${nameOf(filename)}`),
      structuredHeader('Content-Transfer-Encoding', 'base64'),
    ].join(''),
    body: [{ bytes: Buffer.from(encoded) }],
  }
}

/** RFC 6266: the name as it is for those who read UTF-8, and one in ASCII for the others. */
function nameOf(filename: string): string {
  const plain = `filename="${filename.replace(/[^ !#-[\]-~]/gu, '_')}"`
  if (/^[ !#-[\]-~]*$/.test(filename)) return plain
  const escaped = encodeURIComponent(filename).replace(
    /['()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${plain}; filename*=UTF-8''${escaped}`
}
