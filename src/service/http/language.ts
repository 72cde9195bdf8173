import { isLanguage, type Language } from '../../core/language.ts'

/** Returns the first supported language of `Accept-Language`, by quality (RFC 9110, 12.5.4). */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined
  const ranked = header
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.trim().split(';')
      const quality = parameters.find((each) => each.trim().startsWith('q='))
      const language = tag.toLowerCase().split('-')[0]
      return { language, quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return ranked.map(({ language }) => language).find(isLanguage)
}
