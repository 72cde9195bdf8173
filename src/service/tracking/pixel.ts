/** One transparent point, the smallest GIF that every mail client shows: 43 bytes. */
export const pixel = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
)

export const pixelHeaders = {
  'content-type': 'image/gif',
  'content-length': String(pixel.length),
  // A cached pixel would make the second open invisible.
  'cache-control': 'no-store',
  // A webmail page shows it from another origin, and some refuse images that don't allow that.
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Its tag. Not `display:none`: several clients don't load what they don't show. */
export const pixelTag = (address: string): string =>
  `<img src="${address}" width="1" height="1" alt="" border="0">`
