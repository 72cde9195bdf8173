/** Characters that a file system rejects or interprets as a folder, a device or a hidden file. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]|^[.\s]+|(?<![.\s])[.\s]+$/gu

/** Long enough to tell lists apart, and short enough for every file system even with accents. */
const maxNameLength = 80

/** Turns a user's name for something into a file name. `fallback` replaces an empty result. */
export function fileNameOf(
  name: string,
  { extension, fallback }: { extension: string; fallback: string },
): string {
  const safe = [...name.replace(unsafe, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, maxNameLength)
    .join('')
  return `${safe.trim() || fallback}.${extension}`
}

/** RFC 6266: an ASCII name for all clients, and the full name in `filename*`. */
export const fileHeaders = (name: string, type: string): Record<string, string> => ({
  'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
  'content-disposition': `attachment; filename="${toAscii(name)}"; filename*=UTF-8''${encodeExtended(name)}`,
})

const toAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/g, '_')

/** RFC 8187 allows fewer characters than a URI. */
const encodeExtended = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
