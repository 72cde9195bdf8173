/** The beginning of an image that contains its size. Photos with a preview need the most. */
export const imageHeaderBytes = 64 * 1024

/** Reads the width of a PNG, GIF, WebP or JPEG in pixels from its beginning. */
export function imageWidth(bytes: Buffer): number | undefined {
  if (bytes.length < 30) return undefined
  if (bytes.readUInt32BE(0) === 0x89504e47) return bytes.readUInt32BE(16)
  const signature = bytes.toString('latin1', 0, 4)
  if (signature === 'GIF8') return bytes.readUInt16LE(6)
  if (signature === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return webpWidth(bytes)
  return bytes.readUInt16BE(0) === 0xffd8 ? jpegWidth(bytes) : undefined
}

function webpWidth(bytes: Buffer): number | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return bytes.readUInt16LE(26) & 0x3fff
    case 'VP8L':
      return (bytes.readUInt16LE(21) & 0x3fff) + 1
    case 'VP8X':
      return bytes.readUIntLE(24, 3) + 1
    default:
      return undefined
  }
}

/** The size is in the frame header, after segments of any length. */
function jpegWidth(bytes: Buffer): number | undefined {
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return bytes.readUInt16BE(at + 7)
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return undefined
    at += 2 + length
  }
  return undefined
}
