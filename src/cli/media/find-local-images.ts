import { open, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import { imageTooLarge, imageTypeOf, maxImageMegabytes } from '../../contract/shapes/media.ts'
import type { Problem } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { type ImageReference, imageReferences } from '../../html/image-references.ts'

/** A reference to an image on this computer or in the HTML itself. */
interface LocalReference extends ImageReference {
  line: number
  /** What people read of the address: a `data:` address can have a megabyte. */
  shown: string
}

/** An image that can be uploaded. */
export interface LocalImage extends LocalReference {
  name: string
  size: number
  /** The file, or the bytes of a `data:` address. */
  source: { path: string } | { bytes: Buffer }
  /** The same for each reference to the same image. */
  key: string
}

const maxShown = 80

/** Returns the references of HTML to images that no recipient could load. */
export function localReferences(html: string): LocalReference[] {
  let line = 1
  let at = 0
  return imageReferences(html).flatMap((reference) => {
    line += html.slice(at, reference.start).split('\n').length - 1
    at = reference.start
    const address = reference.address.trim()
    if (!isLocal(address)) return []
    const shown = address.length > maxShown ? `${address.slice(0, maxShown)}…` : address
    return [{ ...reference, address, line, shown }]
  })
}

export const isEmbedded = (address: string): boolean => /^data:/i.test(address)

const isDrive = (address: string): boolean => /^[a-z]:[\\/]/i.test(address)

/** Whether an address has no scheme and no host. `file:` and `data:` are local too. */
const isLocal = (address: string): boolean =>
  /^(?:file|data):/i.test(address) ||
  isDrive(address) ||
  !/^(?:[a-z][a-z\d+.-]*:|[\\/]{2}|#)/i.test(address)

/** Returns the image of a reference, or why it cannot be uploaded. */
export async function findLocalImage(
  reference: LocalReference,
  { htmlPath, flag }: { htmlPath: string; flag: string },
): Promise<LocalImage | Problem> {
  const problem = (code: ProblemCode): Problem => ({
    ...{ field: flag, code },
    values: { line: reference.line, image: reference.shown, limit: maxImageMegabytes },
  })
  const found = isEmbedded(reference.address)
    ? embeddedImage(reference)
    : await imageFile(reference, await realpath(dirname(htmlPath)))
  if (typeof found === 'string') return problem(found)
  if (!imageTypeOf(found.head)) return problem('image_type')
  if (found.image.size > imageTooLarge.limit) return problem('image_too_large')
  return found.image
}

interface Found {
  image: LocalImage
  /** The first bytes. */
  head: Buffer
}

function embeddedImage(reference: LocalReference): Found | ProblemCode {
  const { address } = reference
  const [, parameters = '', data] = /^data:([^,]*),(.*)$/is.exec(address) ?? []
  const text = data === undefined ? undefined : decoded(data)
  if (text === undefined) return 'image_unreadable'
  const bytes = Buffer.from(text, /;\s*base64\s*$/i.test(parameters) ? 'base64' : 'latin1')
  const image = { ...reference, name: 'image', size: bytes.length, source: { bytes }, key: address }
  return { image, head: bytes }
}

/** Reads the beginning of a file. Links lead to files in the folder, too. */
async function imageFile(reference: LocalReference, folder: string): Promise<Found | ProblemCode> {
  const { address } = reference
  if (/^file:/i.test(address) || /^[\\/]/.test(address) || isDrive(address)) return 'image_outside'
  for (const candidate of pathsOf(address)) {
    try {
      const path = await realpath(resolve(folder, candidate))
      const inside = relative(folder, path)
      if (inside.startsWith('..') || isAbsolute(inside)) return 'image_outside'
      const file = await open(path)
      try {
        const { size } = await file.stat()
        const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
        const image = { ...reference, name: basename(path), size, source: { path }, key: path }
        return { image, head: buffer.subarray(0, bytesRead) }
      } finally {
        await file.close()
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return 'image_unreadable'
    }
  }
  const outside = relative(folder, resolve(folder, address.replaceAll('\\', '/')))
  return outside.startsWith('..') ? 'image_outside' : 'image_missing'
}

/** The paths that an address can mean: as it is written, as a URL, and as Windows writes it. */
function pathsOf(address: string): Set<string> {
  const withoutQuery = address.replace(/[?#].*$/, '')
  const paths = [address, withoutQuery, decoded(address), decoded(withoutQuery)]
  const known = paths.filter((path) => path !== undefined && path !== '' && !path.includes('\0'))
  return new Set(known.flatMap((path = '') => [path, path.replaceAll('\\', '/')]))
}

/** Decodes `%20`. Returns undefined for a `%` that means itself. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
