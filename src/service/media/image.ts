import type { Sharp } from 'sharp'
import { type ImageType, imageTypeOf } from '../../contract/shapes/media.ts'
import { Failure } from '../../core/failure.ts'

interface MailImage {
  type: ImageType
  width: number
  height: number
  content: Buffer
}

/** A photo of 50 megapixels takes 200 MB while it is decoded. */
const maxPixels = 50_000_000
const maxSeconds = 20
/** Of JPEG: half the size of 95, and no difference that a person sees. */
const quality = 82

/**
 * Makes an image fit for mail: no wider than `maxWidth`, upright, in sRGB, without metadata (a photo
 * has the place where it was taken). WebP becomes JPEG, PNG or GIF, which every mail client shows. Throws
 * `invalid` for bytes that are no image of a known type.
 */
export async function mailImage(bytes: Uint8Array, maxWidth: number): Promise<MailImage> {
  const given = imageTypeOf(bytes)
  if (!given) throw notAnImage()
  const sharp = await loadSharp()
  const isAnimatable = given === 'image/gif' || given === 'image/webp'
  const options = { limitInputPixels: maxPixels, animated: isAnimatable, failOn: 'error' } as const
  try {
    const source = sharp(bytes, options)
    const { pages = 1, hasAlpha = false } = await source.metadata()
    const type = mailTypeOf(given, { isAnimated: pages > 1, hasAlpha })
    const upright = source.autoOrient().resize({ width: maxWidth, withoutEnlargement: true })
    const { data, info } = await encode(upright, type)
      .timeout({ seconds: maxSeconds })
      .toBuffer({ resolveWithObject: true })
    return { type, width: info.width, height: info.pageHeight ?? info.height, content: data }
  } catch (cause) {
    throw notAnImage(cause)
  }
}

const notAnImage = (cause?: unknown) =>
  new Failure('invalid', { problems: [{ field: 'file', code: 'bad_image' }] }, { cause })

function encode(image: Sharp, type: ImageType): Sharp {
  if (type === 'image/jpeg') return image.jpeg({ quality, mozjpeg: true })
  return type === 'image/gif' ? image.gif() : image.png({ compressionLevel: 9 })
}

function mailTypeOf(
  given: ImageType,
  { isAnimated, hasAlpha }: { isAnimated: boolean; hasAlpha: boolean },
): ImageType {
  if (given !== 'image/webp') return given
  if (isAnimated) return 'image/gif'
  return hasAlpha ? 'image/png' : 'image/jpeg'
}

/** Loaded with the first image: a native library of 20 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No other decoder is reachable, whatever the bytes contain.
  sharp.block({ operation: ['VipsForeignLoad'] })
  const decoders = ['Png', 'Jpeg', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}`)
  sharp.unblock({ operation: decoders })
  sharp.cache(false)
  return sharp
}
