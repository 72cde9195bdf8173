import { createHash } from 'node:crypto'
import { isWebOrigin } from '../../contract/shapes/wire.ts'
import type { Language } from '../../core/language.ts'
import { fontOf } from '../../core/mail/message-fonts.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import { readableOn, textOn } from '../../html/color.ts'
import { Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import type { Brand } from '../brands/store.ts'
import { grounds } from './stylesheet.ts'

/** A style element, and the hash that allows it in the Content-Security-Policy. */
export interface Style {
  element: Html
  hash: string
}

/**
 * Returns the style with the colour and the font of the brand. Buttons have the very colour, with text that
 * is readable on it; links and borders have a shade that is readable on the page.
 */
export function brandStyle(brand: Pick<Brand, 'color' | 'font'>): Style | undefined {
  const font = fontOf(brand)
  const css = [
    ...(brand.color === null ? [] : [colorRules(brand.color)]),
    ...(font === undefined ? [] : [`body { font-family: ${font} }`]),
  ].join(' ')
  if (css === '') return undefined
  const hash = createHash('sha256').update(css).digest('base64')
  return { element: html`<style>${new Html(css)}</style>\n`, hash: `'sha256-${hash}'` }
}

function colorRules(color: string): string {
  const { light, dark } = grounds
  const shade = (grounds: readonly string[]) =>
    `--accent: ${readableOn(color, grounds)}; --fill: ${color}; --on-fill: ${textOn(color)}`
  return `:root { ${shade(light)} } @media (prefers-color-scheme: dark) { :root { ${shade(dark)} } }`
}

/** Returns the origin of the logo, the only one from which the page may load images. */
export function logoOrigin({ logoUrl }: Pick<Brand, 'logoUrl'>): string | undefined {
  const origin = logoUrl === null ? undefined : parseUrl(logoUrl)?.origin
  // A header is made of it.
  return origin !== undefined && isWebOrigin(origin) ? origin : undefined
}

/** The logo or the name, which link to the site. */
export function brandHeader(brand: Brand): Html | false {
  const { name, logoUrl, site } = brand
  const logo = logoOrigin(brand) !== undefined && logoUrl
  if (!logo && name === '') return false
  const shown = logo ? html`<img src="${logo}" alt="${name}">` : html`<strong>${name}</strong>`
  return html`<header>${site === null ? shown : html`<a href="${site}">${shown}</a>`}</header>
`
}

/** Who is responsible for the page: name, postal address and privacy policy. */
export function brandFooter(
  language: Language,
  { name, address, privacyUrl }: Brand,
): Html | false {
  const lines = [name, ...(address ?? '').split(/\r?\n/)]
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0 && privacyUrl === null) return false
  return html`<footer>
${lines.length > 0 && html`<p>${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>`}
${privacyUrl !== null && html`<p><a href="${privacyUrl}">${messages[language].pages.privacy}</a></p>`}
</footer>
`
}
