import { structuredHeader } from './headers.ts'

/** An encoded attachment. Encoded once and used for every recipient. */
export interface AttachedFile {
  head: string
  bytes: Buffer
}

/** Throws `invalid` for a name or type that does not fit into a header. */
export function attachFile(filename: string, type: string, content: Uint8Array): AttachedFile {
  const encoded = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n')
  return {
    head: [
      structuredHeader('Content-Type', type),
      structuredHeader('Content-Disposition', `attachment; ${nameOf(filename)}`),
      structuredHeader('Content-Transfer-Encoding', 'base64'),
    ].join(''),
    bytes: Buffer.from(encoded),
  }
}

/** RFC 6266: the name in UTF-8, and an ASCII fallback. */
function nameOf(filename: string): string {
  const plain = `filename="${filename.replace(/[^ !#-[\]-~]/gu, '_')}"`
  if (/^[ !#-[\]-~]*$/.test(filename)) return plain
  const escaped = encodeURIComponent(filename).replace(
    /['()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${plain}; filename*=UTF-8''${escaped}`
}
