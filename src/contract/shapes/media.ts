import * as z from 'zod'
import { mebibyte } from '../../core/bytes.ts'
import { id, instant } from './wire.ts'

/** What images may be. The type is found in the bytes, whatever the request says. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

export const maxImageMegabytes = 10

const signatures: Record<ImageType, RegExp> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF.{4}WEBP/s,
}

/** Returns the type by the first bytes. Names and headers may be wrong. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return imageTypes.find((type) => signatures[type].test(head))
}

/** Twice the width of most messages, for sharp screens. */
export const defaultMaxWidth = 1200

/** The values of `body_too_large` for an image. */
export const imageTooLarge = {
  reason: 'image_too_large',
  limit: maxImageMegabytes * mebibyte,
  megabytes: maxImageMegabytes,
  width: defaultMaxWidth,
} as const

export const image = z.object({
  id,
  name: z.string(),
  type: z.enum(imageTypes),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  url: z.url(),
  created_at: instant,
})

/** The names of campaigns, templates and brands whose content has the image. */
export const imageWithUsage = image.extend({ used_in: z.array(z.string()) })
