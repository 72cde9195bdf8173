export type Utm = Readonly<Record<string, string>>

export const parseUtm = (json: string): Utm => JSON.parse(json)

/**
 * The address with the campaign's tags, but for those that its author has set. Textual, since merge
 * tags may stand in it. In an attribute of html an ampersand is `&amp;`.
 */
export function addUtm(url: string, utm: Utm, ampersand = '&'): string {
  const [beforeHash = '', ...hash] = url.split('#')
  const added = Object.entries(utm)
    .map(([key, value]) => [key.startsWith('utm_') ? key : `utm_${key}`, value] as const)
    .filter(([key]) => !new RegExp(`[?&;]${key}=`).test(beforeHash))
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  if (added.length === 0) return url
  const separator = !beforeHash.includes('?') ? '?' : /[?&]$/.test(beforeHash) ? '' : ampersand
  return [`${beforeHash}${separator}${added.join(ampersand)}`, ...hash].join('#')
}
