import { escapeHtml } from '../html.ts'
import { layoutTable, sidePadding } from './tables.ts'
import { lightColors, type Theme } from './theme.ts'

type Align = 'left' | 'center'

interface TextStyle {
  size?: number
  color?: string
  align?: Align
  isQuiet?: boolean
}

/** The colour and class of text. Without a colour of its own, it changes with the colour scheme. */
function textLook({ color, isQuiet = false }: TextStyle): { name: string; color: string } {
  if (color !== undefined) return { name: 'rm-own', color }
  return isQuiet
    ? { name: 'rm-quiet', color: lightColors.quiet }
    : { name: 'rm-text', color: lightColors.ink }
}

const alignment = (align: Align | undefined): string =>
  align === undefined ? '' : `;text-align:${align}`

export function heading(
  { font }: Theme,
  text: string,
  style: TextStyle & { level?: 1 | 2 | 3 } = {},
) {
  const { level = 2, size = { 1: 32, 2: 24, 3: 18 }[level] } = style
  const { name, color } = textLook(style)
  return `<h${level} class="${name}" style="margin:0 0 12px;font-family:${escapeHtml(font)};font-size:${size}px;line-height:1.25;font-weight:bold;color:${color}${alignment(style.align)}">${text}</h${level}>`
}

export function paragraph(theme: Theme, text: string, style: TextStyle = {}): string {
  const { name } = textLook(style)
  return `<p class="${name}" style="margin:0 0 16px;${proseOf(theme, style)}">${text}</p>`
}

function proseOf({ font }: Theme, style: TextStyle): string {
  const { color } = textLook(style)
  const { size = style.isQuiet ? 13 : 16 } = style
  return `font-family:${escapeHtml(font)};font-size:${size}px;line-height:1.5;color:${color}${alignment(style.align)}`
}

export const list = (theme: Theme, items: readonly string[]): string =>
  `<ul class="rm-text" style="margin:0 0 16px;padding:0 0 0 24px;${proseOf(theme, {})}">${items.map((item) => `<li style="margin:0 0 6px">${item}</li>`).join('')}</ul>`

interface LinkStyle {
  color?: string
  isQuiet?: boolean
}

export function link(
  { link: linkColor }: Theme,
  label: string,
  href: string,
  style: LinkStyle = {},
) {
  const isOwn = style.color !== undefined
  const name = isOwn ? 'rm-own' : style.isQuiet ? 'rm-quiet' : 'rm-link'
  const color = style.color ?? (style.isQuiet ? lightColors.quiet : linkColor)
  return `<a class="${name}" href="${escapeHtml(href)}" target="_blank" style="color:${color};text-decoration:underline">${label}</a>`
}

interface Picture {
  width: number
  src?: string
  alt?: string
  align?: Align
  /** The address that the picture leads to. */
  href?: string
}

/** A picture that is never wider than its place. Outlook reads only the attribute `width`. */
export function image(
  theme: Theme,
  { width, src = '', alt = '', align = 'center', href }: Picture,
) {
  const style = `display:block;width:100%;max-width:${width}px;height:auto;border:0;margin:${align === 'center' ? '0 auto' : '0'};font-family:${escapeHtml(theme.font)};font-size:14px;color:${lightColors.quiet}`
  const picture = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" style="${style}">`
  const shown =
    href === undefined ? picture : `<a href="${escapeHtml(href)}" target="_blank">${picture}</a>`
  return layoutTable(
    'class="rm-image" width="100%"',
    `<tr><td class="rm-align" align="${align}" style="padding:0 0 16px">${shown}</td></tr>`,
  )
}

/** The width of a picture that fills a section. */
export const fullWidth = ({ width }: Pick<Theme, 'width'>): number => width - 2 * sidePadding

/** The width of a picture that fills one of several columns. */
export const columnWidth = ({ width }: Pick<Theme, 'width'>, count: number): number =>
  Math.floor((width - sidePadding) / count) - sidePadding

export const divider = (): string =>
  layoutTable(
    'class="rm-divider" width="100%"',
    `<tr><td style="padding:0 0 16px">${layoutTable('width="100%"', `<tr><td class="rm-rule" style="border-top:1px solid ${lightColors.rule};font-size:0;line-height:0">&nbsp;</td></tr>`)}</td></tr>`,
  )

export const space = (height = 24): string =>
  layoutTable(
    'class="rm-space" width="100%"',
    `<tr><td height="${height}" style="height:${height}px;font-size:0;line-height:${height}px">&nbsp;</td></tr>`,
  )

export const quote = (theme: Theme, text: string, author: string): string =>
  layoutTable(
    'class="rm-quote" width="100%"',
    `<tr><td style="border-left:4px solid ${theme.accent};padding:4px 0 0 20px">${paragraph(theme, `<em>${text}</em>`, { size: 20 })}${paragraph(theme, author, { isQuiet: true, size: 14 })}</td></tr>`,
  )

interface Price {
  name: string
  price: string
}

/** Names with their prices. The prices stay beside the names on a phone. */
export function priceList(theme: Theme, items: readonly Price[], total: Price): string {
  const cell = (text: string, align: 'left' | 'right') =>
    `<td class="rm-text rm-rule" align="${align}" style="padding:10px 0;border-bottom:1px solid ${lightColors.rule};${proseOf(theme, {})}">${text}</td>`
  const row = ({ name, price }: Price) => `<tr>${cell(name, 'left')}${cell(price, 'right')}</tr>`
  const bold = (text: string) => `<strong>${text}</strong>`
  const rows = [...items, { name: bold(total.name), price: bold(total.price) }].map(row).join('')
  return `${layoutTable('class="rm-prices" width="100%"', rows)}${space()}`
}
