/** Types that a browser can write. A GIF would lose its animation, a JPEG has no transparency. */
const written: Readonly<Record<string, string>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/webp': 'image/png',
}

/**
 * Returns an image with less pixels, upright and without metadata, or undefined if the browser cannot read it
 * or it is still larger than `maxBytes`. The server stores no wider ones.
 */
export async function shrinkImage(
  file: File,
  { width, maxBytes }: { width: number; maxBytes: number },
): Promise<File | undefined> {
  const type = written[file.type]
  if (type === undefined) return undefined
  // The browser turns a photo as its metadata says.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(
    () => undefined,
  )
  if (!bitmap) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(width, bitmap.width)
  canvas.height = Math.max(1, Math.round((bitmap.height * canvas.width) / bitmap.width))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  return blob && blob.size <= maxBytes ? new File([blob], file.name, { type }) : undefined
}
