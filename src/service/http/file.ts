/** What no file system takes, or takes for a folder, a device or a hidden file. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]|^[.\s]+|(?<![.\s])[.\s]+$/gu

/** Enough to tell lists apart, and short enough for every file system with accents in it. */
const longestName = 80

/** A name that people gave, as the name of a file; `fallback` when nothing is left of it. */
export function fileNameOf(
  name: string,
  { extension, fallback }: { extension: string; fallback: string },
): string {
  const safe = [...name.replace(unsafe, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, longestName)
    .join('')
  return `${safe.trim() || fallback}.${extension}`
}

/** RFC 6266: in ASCII for everybody, and as it is for those who read `filename*`. */
export const fileHeaders = (name: string, type: string): Record<string, string> => ({
  'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
  'content-disposition': `attachment; filename="${toAscii(name)}"; filename*=UTF-8''${encodeExtended(name)}`,
})

const toAscii = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/g, '_')

/** RFC 8187 allows fewer characters than a URI does. */
const encodeExtended = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
