import { type ImageType, imageTypes } from '../../contract/shapes/media.ts'
import { toIsoTime } from '../../core/time.ts'
import type { StoredImage } from './store.ts'

/** The path of public addresses. They are short, because messages repeat them. */
export const publicPath = '/i/'

const extensions: Record<ImageType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

const typeIn = (text: string): ImageType => imageTypes.find((type) => type === text) ?? 'image/png'

const publicUrlOf = (
  { public_id, type }: Pick<StoredImage, 'public_id' | 'type'>,
  publicUrl: string,
): string => `${publicUrl}${publicPath}${public_id}.${extensions[typeIn(type)]}`

/** Returns an image as the API shows it. */
export const shownImage = (row: StoredImage, publicUrl: string) => ({
  id: row.id,
  name: row.name,
  type: typeIn(row.type),
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  url: publicUrlOf(row, publicUrl),
  created_at: toIsoTime(row.created_at),
})
