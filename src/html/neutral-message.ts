import { Parser } from 'htmlparser2'
import { escapeHtml } from './html.ts'

interface NeutralOptions {
  /** Called for each link in order. Returns HTML to add to the end of the link. */
  onLink(url: string): string
  /** Whether images are loaded from the network. Otherwise their alternative texts are shown. */
  loadsImages: boolean
}

/**
 * Rewrites the HTML of a message so that it can be part of another page: without scripts, forms,
 * frames and link targets, and without anything that is loaded from the network. It keeps only
 * known elements and attributes.
 */
export function neutralMessage(source: string, { onLink, loadsImages }: NeutralOptions): string {
  let out = ''
  let skipped = 0
  let isStyle = false
  /** What each open link ends with. */
  const linkEnds: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (skipped > 0 || dropped.has(name)) {
        skipped++
        return
      }
      isStyle = name === 'style'
      if (name === 'img') out += imageOf(attributes, loadsImages)
      else if (isLink(name)) {
        const end = onLink((attributes.href ?? '').trim())
        if (name !== 'a') return
        linkEnds.push(end)
        out += `<a${attributesOf(attributes)}>`
      } else if (kept.has(name)) out += `<${name}${attributesOf(attributes)}>`
      else if (blocks.has(name)) out += `<div${attributesOf(attributes, name)}>`
    },
    ontext(text) {
      if (skipped > 0) return
      out += isStyle ? neutralCss(text) : escapeHtml(text)
    },
    oncomment(text) {
      if (skipped > 0 || !/^\[if/i.test(text)) return
      // Outlook reads what is in a conditional comment, so its links are counted as well.
      neutralMessage(text.replace(/^[^>]*>/, ''), { onLink, loadsImages })
    },
    onclosetag(name) {
      if (skipped > 0) {
        skipped--
        return
      }
      isStyle = false
      if (name === 'a') out += `${linkEnds.pop() ?? ''}</a>`
      else if (kept.has(name) && !empty.has(name)) out += `</${name}>`
      else if (blocks.has(name)) out += '</div>'
    },
  })
  parser.end(source)
  return out
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements that are left out together with their content. */
const dropped = wordsOf(
  'script noscript title template svg math object iframe frame frameset noframes video audio canvas ' +
    'select textarea map xmp noembed applet',
)

const kept = wordsOf(
  'abbr address b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
    'font h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp small span strike strong style sub ' +
    'sup table tbody td tfoot th thead tr tt u ul wbr',
)

/** Elements that would be landmarks or a second body of the page. */
const blocks = wordsOf('html body article aside section header footer main nav figure figcaption')

const empty = wordsOf('br col hr wbr')

/** Those that `findHtmlLinks` of the service counts. */
const isLink = (name: string) => /^(?:a|area|v:(?:roundrect|rect|oval|shape))$/.test(name)

const attributes = wordsOf(
  'align valign width height bgcolor border cellpadding cellspacing colspan rowspan color face size ' +
    'dir lang hspace vspace class start type nowrap',
)

function attributesOf(given: Record<string, string>, element?: string): string {
  const names = [given.class, element && `remite-${element}`].filter(Boolean).join(' ')
  const all: Record<string, string> = names === '' ? given : { ...given, class: names }
  return Object.entries(all)
    .map(([name, value]) => {
      if (name === 'style') return ` style="${escapeHtml(neutralCss(value))}"`
      return attributes.has(name) ? ` ${name}="${escapeHtml(value)}"` : ''
    })
    .join('')
}

/** An image that may be shown, or a box with its alternative text. An open pixel shows nothing. */
function imageOf(
  {
    src = '',
    alt = '',
    width = '',
    height = '',
    style = '',
    class: names = '',
  }: Record<string, string>,
  loadsImages: boolean,
): string {
  if ([width, height].some((length) => /^[01](?:px)?$/.test(length.trim()))) return ''
  const shown = loadsImages
    ? /^(?:https?:|data:image\/)/i
    : /^data:image\/(?:png|jpe?g|gif|webp)[;,]/i
  if (shown.test(src.trim())) {
    const more = { src, alt, width, height, class: names }
    const text = Object.entries(more)
      .filter(([name, value]) => value !== '' || name === 'alt')
      .map(([name, value]) => ` ${name}="${escapeHtml(value.trim())}"`)
      .join('')
    return `<img${text} style="${escapeHtml(neutralCss(style))}">`
  }
  const [wide, high] = [width, height].map((length) => Number.parseInt(length, 10))
  const size = [
    wide !== undefined && wide > 0 && `width:${wide}px`,
    high !== undefined && high > 0 && `min-height:${Math.min(high, 160)}px`,
  ]
    .filter(Boolean)
    .join(';')
  return `<span class="remite-image" style="${size}">${escapeHtml(alt)}</span>`
}

/**
 * Removes what loads a file from a style sheet. Escapes are removed first, because they can spell
 * any name, and `<` last, because it could close the element.
 */
const neutralCss = (css: string): string =>
  css
    .replace(/<!--|-->|\\/g, '')
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/@import[^;]*;?/gi, '')
    .replace(/@font-face\s*\{[^}]*\}?/gi, '')
    .replace(/(?:url|src|(?:-webkit-)?image-set|image|cross-fade|expression|attr)\(/gi, 'none(')
    .replace(/https?:|\/\//gi, '')
    .replace(/(^|[\s,{}>])(html|body)(?=[\s,{.:#[>]|$)/gi, '$1.remite-$2')
    .replace(/</g, '')
