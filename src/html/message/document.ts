import { escapeHtml } from '../html.ts'
import { page, sidePadding } from './tables.ts'
import { darkColors, darkLink, type Theme } from './theme.ts'

interface MessageDocument {
  language: string
  title: string
  theme: Theme
  /** The sections of the message. */
  sections: string
}

/** Marks a document as ours, so that its title follows the subject. */
const generator = '<meta name="generator" content="remite">'

/** A whole message: its head, and its sections on a page. */
export const messageDocument = ({ language, title, theme, sections }: MessageDocument): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
${generator}
<title>${escapeAround(title)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>table{border-collapse:collapse}</style><![endif]-->
<style>
${styleOf(theme)}
</style>
</head>
<body class="rm-page" style="margin:0;padding:0;word-spacing:normal;background-color:#f4f5f7">
${page(sections, theme)}
</body>
</html>
`

/**
 * The beginning of the rules for narrow windows. First the space around the page goes, so that the columns
 * still have room beside each other; then the columns take the whole width.
 */
const narrowRules = (width: number): string =>
  `@media (max-width:${width + sidePadding - 1}px){.rm-around{padding:0!important}}
@media (max-width:${width - 1}px){`

const narrowRulesOfAny =
  /@media \(max-width:\d+px\)\{\.rm-around\{padding:0!important\}\}\n@media \(max-width:\d+px\)\{/

/** Returns a message with the rules for narrow windows of its width, if the document is ours. */
export function withNarrowRules(html: string): string {
  const at = html.indexOf('rm-width')
  const tag = html.slice(html.lastIndexOf('<', at), html.indexOf('>', at))
  const [, width] = /max-width:\s*(\d+)px/.exec(tag) ?? []
  return width === undefined || !html.includes(generator)
    ? html
    : html.replace(narrowRulesOfAny, () => narrowRules(Number(width)))
}

/** Outlook on the web sets these attributes instead of applying `prefers-color-scheme`. */
const schemes = ['[data-ogsc] ', '[data-ogsb] ']

/**
 * Colours for the dark scheme. They apply only to sections and texts that have no colour of their own,
 * so that light text never meets a light background.
 */
function styleOf(theme: Theme): string {
  const { page: ground, paper, ink, quiet, rule } = darkColors
  const rules = [
    ['.rm-page', `background-color:${ground}`],
    ['.rm-ground', `background-color:${ground}`],
    ['.rm-paper', `background-color:${paper}`],
    ['.rm-paper .rm-text', `color:${ink}`],
    ['.rm-paper .rm-quiet', `color:${quiet}`],
    ['.rm-ground .rm-quiet', `color:${quiet}`],
    ['.rm-paper .rm-link', `color:${darkLink(theme)}`],
    ['.rm-paper .rm-rule', `border-color:${rule}`],
  ] as const
  const dark = rules.map(([of, style]) => `${of}{${style}!important}`)
  const onTheWeb = rules.map(([of, style]) => {
    const [forText = '', forGround = ''] = schemes
    return `${style.startsWith('background') ? forGround : forText}${of}{${style}!important}`
  })
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}
img{-ms-interpolation-mode:bicubic}
${narrowRules(theme.width)}
.rm-column{width:100%!important;max-width:100%!important}
.rm-column img{max-width:100%!important}
}
@media (prefers-color-scheme:dark){
${dark.join('\n')}
}
${onTheWeb.join('\n')}`
}

/** Returns a message with the title of its subject, if the document is ours. */
export const withTitle = (html: string, title: string): string =>
  html.includes(generator)
    ? html.replace(/<title>[\s\S]*?<\/title>/, () => `<title>${escapeAround(title)}</title>`)
    : html

/** Escapes a text, but not its merge tags: they are not HTML. */
const escapeAround = (text: string): string =>
  text.replace(/\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}|[&<>"]/g, (found) =>
    found.length === 1 ? escapeHtml(found) : found,
  )
