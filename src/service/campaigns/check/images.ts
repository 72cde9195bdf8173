import type { HtmlElement } from '../../mail/html-elements.ts'
import { readAddress } from './address.ts'
import type { Finding } from './finding.ts'
import { maskOutputs } from './links.ts'
import type { Message } from './message.ts'
import { visibleText, wordsOf } from './visible-text.ts'

/** With less text than this, a message consists of its images. */
const minWords = 12

/** Images that mail programs do not show, and images without a text for when they are not loaded. */
export function checkImages(message: Message): Finding[] {
  const { document, html } = message
  const images = document.elements.filter(({ name }) => name === 'img')
  const shown = images.filter((image) => !isPixel(image) && !image.isHidden)
  const textOfLinks = new Set(
    document.texts.filter(({ text }) => text.trim() !== '').map(({ parent }) => parent?.link),
  )
  const without = shown.filter(({ attributes }) => !attributes.has('alt'))
  const wordless = shown.filter(
    ({ attributes, link }) =>
      attributes.get('alt')?.value.trim() === '' && link !== undefined && !textOfLinks.has(link),
  )
  return [
    ...images.flatMap((image) => notShown(image, message)),
    ...counted('image_without_alt', without),
    ...counted('image_alt_empty', wordless),
    ...onlyImages(),
  ]

  function counted(code: 'image_without_alt' | 'image_alt_empty', wrong: HtmlElement[]): Finding[] {
    const [first] = wrong
    if (!first) return []
    const place = html.placeAt(first.start, first.end)
    return [{ code, level: 'warn', values: { count: wrong.length }, place }]
  }

  function onlyImages(): Finding[] {
    const [first] = shown.filter(({ attributes }) => !isSmall(attributes.get('width')?.value))
    if (!first || wordsOf(visibleText(message, { isInLinks: false })).length >= minWords) return []
    return [{ code: 'image_only', level: 'warn', place: html.placeAt(first.start, first.end) }]
  }
}

function notShown({ attributes, start, end }: HtmlElement, { html }: Message): Finding[] {
  const source = attributes.get('src')
  if (!source) {
    const place = html.placeAt(start, end)
    return [{ code: 'image_not_shown', level: 'error', values: { url: '' }, place }]
  }
  if (html.hasForeign(source)) return []
  const masked = maskOutputs(source.value)
  if (masked === undefined) return []
  const { fault, suggestion, isCertain = false, isInNetwork } = readAddress(masked.text)
  if (fault === undefined) return []
  const isPlain = !masked.hasTags && suggestion !== undefined
  return [
    {
      code: 'image_not_shown',
      level: isInNetwork ? 'warn' : 'error',
      values: { url: excerptOf(source.value), ...(isPlain && { suggestion }) },
      place: html.placeAt(source.start, source.end),
      ...(isPlain && { suggestion, isFixable: isCertain }),
    },
  ]
}

/** A `data:` address can have a megabyte. */
const maxExcerpt = 80

const excerptOf = (url: string): string =>
  url.length > maxExcerpt ? `${url.slice(0, maxExcerpt)}…` : url

/** Images that count opens or hold columns apart show nothing. */
const isPixel = ({ attributes }: HtmlElement): boolean =>
  ['width', 'height'].some((name) => /^[01](?:px)?$/.test(attributes.get(name)?.value ?? ''))

/** Icons and logos do not make a message of images. */
const isSmall = (width: string | undefined): boolean =>
  width !== undefined && /^\d+(?:px)?$/.test(width) && Number.parseInt(width, 10) < 200
