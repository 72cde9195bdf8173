import type { HtmlElement } from '../../mail/html-elements.ts'
import type { Finding } from './finding.ts'
import { leadsToUnsubscribe } from './links.ts'
import type { Message } from './message.ts'
import { visibleText } from './visible-text.ts'

/** What laws require at the end of a message: who sends it, and a way out that can be seen. */
export const checkFooter = (message: Message, address: string | undefined): Finding[] => [
  ...(address || hasPostalAddress(message)
    ? []
    : [{ code: 'postal_address_missing' as const, level: 'warn' as const }]),
  ...hiddenUnsubscribe(message),
]

const number = String.raw`\d{1,5}`
const street = String.raw`(?:c\/|calle|avda\.?|avenida|av\.|plaza|pza\.?|pl\.|paseo|p\.º|carretera|ctra\.?|ronda|camino|pol[íi]gono|apartado|traves[íi]a|v[íi]a|rambla|carrer|rua|rue|via|viale|piazza|street|st\.?|avenue|ave\.?|road|rd\.?|suite|floor|lane|ln\.?|drive|dr\.?|boulevard|blvd\.?|p\.?\s?o\.?\s?box|square|way|place|court|parkway|highway|quay|\p{L}*stra(?:ß|ss)e|\p{L}*str\.|\p{L}*weg|\p{L}*platz|\p{L}*straat|\p{L}*laan)`
const addressPatterns = [
  new RegExp(String.raw`(?<![\p{L}])${street}(?![\p{L}])[^\n]{0,50}?(?<!\d)${number}(?!\d)`, 'iu'),
  new RegExp(String.raw`(?<!\d)${number}(?!\d)[^\n\d]{1,40}(?<![\p{L}])${street}(?![\p{L}])`, 'iu'),
  // A postcode with its town: `28013 Madrid`, `1012 AB Amsterdam`, `SW1A 1AA`, `Portland, OR 97205`.
  /(?<!\d)\d{4,5}(?:-\d{3,4})?\s+(?:[A-Z]{2}\s+)?\p{Lu}\p{Ll}+/u,
  /\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b/,
  /\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b/,
]

/** Addresses are at the end, sometimes at the beginning. */
const endsOf = (text: string): string =>
  text.length > 2 * endLength ? `${text.slice(0, endLength)}\n${text.slice(-endLength)}` : text

const endLength = 20_000

function hasPostalAddress({ document, text }: Message): boolean {
  const shown = [visibleText({ document }), text.source].map(endsOf)
  return shown.some((each) => addressPatterns.some((pattern) => pattern.test(each)))
}

/** More links of this kind are no footer. */
const maxLinks = 20

/** A link of the author that no reader can see. Without one, the service adds its own. */
function hiddenUnsubscribe({ document, html }: Message): Finding[] {
  const links = document.elements.filter(
    ({ name, isInComment, attributes }) =>
      name === 'a' && !isInComment && leadsToUnsubscribe(attributes.get('href')?.value ?? ''),
  )
  const [first] = links
  if (!first || links.slice(0, maxLinks).some((link) => isSeen(link, document))) return []
  const place = html.placeAt(first.start, first.end)
  return [{ code: 'unsubscribe_hidden', level: 'warn', place }]
}

function isSeen(link: HtmlElement, { texts, elements }: Message['document']): boolean {
  if (link.isHidden) return false
  const hasText = texts.some(
    ({ parent, text }) =>
      parent?.link === link && !parent.isHidden && /[^\s\u00a0\u200b]/u.test(text),
  )
  const hasImage = elements.some(({ name, link: around }) => name === 'img' && around === link)
  return hasImage || (hasText && !isColorOfBackground(link))
}

const colorOf = (element: HtmlElement, property: string): string | undefined => {
  const style = element.attributes.get('style')?.value ?? ''
  const found = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*(#[0-9a-f]{3,8}|[a-z]+)`, 'i').exec(
    style,
  )
  return plainColor(found?.[1])
}

function isColorOfBackground(link: HtmlElement): boolean {
  const color = colorOf(link, 'color')
  if (color === undefined) return false
  for (let each: HtmlElement | undefined = link; each; each = each.parent) {
    const background =
      colorOf(each, 'background(?:-color)?') ?? plainColor(each.attributes.get('bgcolor')?.value)
    if (background !== undefined && background !== 'transparent') return background === color
  }
  return color === '#ffffff'
}

/** `#fff`, `#FFFFFF` and `white` are the same color. */
function plainColor(text: string | undefined): string | undefined {
  const color = text?.trim().toLowerCase()
  if (color === 'white') return '#ffffff'
  if (color === 'black') return '#000000'
  return color && /^#[0-9a-f]{3}$/.test(color) ? color.replace(/[0-9a-f]/g, '$&$&') : color
}
