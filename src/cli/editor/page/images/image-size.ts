/** Returns a number of bytes as people read it, in the language of the page. */
export function imageSize(bytes: number): string {
  const isLarge = bytes >= 1024 * 1024
  const number = bytes / 1024 / (isLarge ? 1024 : 1)
  return new Intl.NumberFormat(document.documentElement.lang, {
    maximumFractionDigits: isLarge ? 1 : 0,
  })
    .format(Math.max(number, 1))
    .concat(isLarge ? '\u00a0MB' : '\u00a0KB')
}
