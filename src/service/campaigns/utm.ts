export type Utm = Readonly<Record<string, string>>

export const parseUtm = (json: string): Utm => JSON.parse(json)

/**
 * Adds the UTM tags of the campaign that the URL does not set itself. Works on text, since the URL
 * may contain merge tags. `ampersand` is `&amp;` in an HTML attribute.
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
