/** A transparent pixel: the smallest GIF that every mail client shows, 43 bytes. */
export const pixel = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
)

export const pixelHeaders = {
  'content-type': 'image/gif',
  'content-length': String(pixel.length),
  // A cached pixel would hide later opens.
  'cache-control': 'no-store',
  // Webmail shows it from another origin, and some block images without this header.
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Returns the `img` tag. Not `display:none`, since several clients do not load hidden images. */
export const pixelTag = (address: string): string =>
  `<img src="${address}" width="1" height="1" alt="" border="0">`
