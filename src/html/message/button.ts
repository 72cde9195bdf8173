import { escapeHtml } from '../html.ts'
import { readDeclarations } from '../style-declarations.ts'
import { layoutTable, onlyMso } from './tables.ts'
import type { Theme } from './theme.ts'

interface ButtonContent {
  label: string
  href?: string
  align?: 'left' | 'center'
  /** On a section of the accent colour, the button has the colours reversed. */
  isReversed?: boolean
}

/** The padding of a button: above and below, left and right. */
const padding = [14, 28] as const
const fontSize = 16
const lineHeight = 20

/** A button, all of which is the link. */
export function button(
  { accent, onAccent, font }: Theme,
  { label, href = '', align = 'left', isReversed = false }: ButtonContent,
): string {
  const [background, color] = isReversed ? [onAccent, accent] : [accent, onAccent]
  const style = [
    'display:inline-block',
    `padding:${padding[0]}px ${padding[1]}px`,
    `background-color:${background}`,
    'border-radius:6px',
    `color:${color}`,
    `font-family:${font}`,
    `font-size:${fontSize}px`,
    `line-height:${lineHeight}px`,
    'font-weight:bold',
    'text-align:center',
    'text-decoration:none',
    'mso-hide:all',
  ].join(';')
  const face = `<a class="rm-face" href="${escapeHtml(href)}" target="_blank" style="${escapeHtml(style)}">${label}</a>`
  return layoutTable(
    'class="rm-button" width="100%"',
    `<tr><td class="rm-align" align="${align}" style="padding:0 0 16px">${drawMsoButtons(`${onlyMso(shapeStart)}${face}`)}</td></tr>`,
  )
}

const shapeStart = '<v:roundrect '

const buttons = new RegExp(
  String.raw`<!--\[if mso\]>${shapeStart}(?:(?!-->)[\s\S])*-->(?<face><a\b[^>]*\bclass="rm-face[^>]*>(?<label>[\s\S]*?)</a>)`,
  'g',
)

/**
 * Draws the button of Outlook for Windows from the one that all other mail programs show, in front of
 * it. An editor changes only the latter.
 */
export const drawMsoButtons = (html: string): string =>
  html.replace(
    buttons,
    (_, face: string, label: string) => onlyMso(shapeOf(face, textIn(label))) + face,
  )

const textIn = (label: string): string =>
  label
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .trim()

/** The button as a shape (VML), since Word ignores the padding of a link. */
function shapeOf(face: string, label: string): string {
  const tag = /^<a\b(?:"[^"]*"|[^">])*>/.exec(face)?.[0] ?? ''
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const style = readDeclarations(unescapeQuotes(attribute('style')))
  const value = (name: string, otherwise: string) => [style[name] ?? otherwise].flat().at(-1) ?? ''
  const pixels = (name: string, otherwise: number) =>
    Number.parseFloat(value(name, '')) || otherwise
  const background = value('background-color', '#000000')
  const color = value('color', '#ffffff')
  const size = pixels('font-size', fontSize)
  const [above = padding[0], beside = above] = value('padding', padding.join(' '))
    .split(/\s+/)
    .map(Number.parseFloat)
  const height = Math.round(pixels('line-height', lineHeight) + 2 * above)
  const width = widthOf(label, size) + 2 * beside
  const arc = Math.min(50, Math.round((pixels('border-radius', 0) / height) * 100))
  const text = `color:${color};font-family:${value('font-family', 'Arial')};font-size:${size}px;font-weight:${value('font-weight', 'bold')}`
  return [
    `${shapeStart}xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" href="${attribute('href')}"`,
    ` style="height:${height}px;v-text-anchor:middle;width:${width}px" arcsize="${arc}%" stroke="f" fillcolor="${background}">`,
    `<w:anchorlock/><center style="${escapeHtml(text)}">${label}</center></v:roundrect>`,
  ].join('')
}

const unescapeQuotes = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'")

/** Estimates the width of bold text. A shape needs one, and Word does not fit it to its text. */
function widthOf(label: string, size: number): number {
  const shown = label
    .replace(/\{\{[^{}]*\}\}/g, (tag) => /default: ?["']([^"']*)["']/.exec(tag)?.[1] ?? 'merge tag')
    .replace(/&\w+;/g, '-')
  return Math.ceil(Math.max(4, shown.length) * size * 0.62)
}
